"""Generates Python from a definition. ``CODEGEN.md`` tells what is in it."""

from .errors import CodeGenerationError, ModuleNameError
from .generate import PythonCodeGenerator, generate_python
from .spelling import python_type, to_class_name, to_snake_case

__all__ = [
    "CodeGenerationError",
    "ModuleNameError",
    "PythonCodeGenerator",
    "generate_python",
    "python_type",
    "to_class_name",
    "to_snake_case",
]
