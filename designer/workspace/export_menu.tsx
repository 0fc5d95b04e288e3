import { reasonOf } from "./ask_server.ts";
import { useWorkspace } from "./context.ts";
import { exportDocument, exportFormats } from "./exports.ts";
import { Icon } from "./icon.tsx";
import { Menu } from "./menu.tsx";

/** The formats that the document can be saved in. */
export function ExportMenu() {
  const workspace = useWorkspace();
  const { row, say } = workspace;
  const save = (format: string) =>
    exportDocument(workspace, format).then(
      say,
      (error) => say(reasonOf(error)),
    );
  return (
    <Menu
      class="export-menu"
      title="Export"
      label={
        <>
          <Icon name="download" />
          <span class="visually-hidden">Export</span>
        </>
      }
    >
      {(close) => (
        <ul>
          {exportFormats(row.kind).map(({ format, title }) => (
            <li key={format}>
              <button
                type="button"
                class="plain"
                onClick={() => {
                  close();
                  void save(format);
                }}
              >
                {title}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Menu>
  );
}
