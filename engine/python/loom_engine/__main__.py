"""``python -m loom_engine`` is the command ``loom-codegen``."""

import sys

from .cli import main

sys.exit(main())
