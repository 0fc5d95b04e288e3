// Starts `loom lsp`, and shows the picture of a document beside it.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const ENDINGS = "**/*.{smdf,erdf,sqdf,sysdf}.json";
let client;

exports.activate = async (context) => {
  const [command, ...args] = vscode.workspace.getConfiguration("loom").get("command");
  client = new LanguageClient("loom", "The loom", { command, args }, {
    documentSelector: [{ scheme: "file", pattern: ENDINGS }],
  });
  context.subscriptions.push(vscode.commands.registerCommand("loom.showPicture", showPicture));
  await client.start();
};

exports.deactivate = () => client?.stop();

/** Shows the picture of the active document, and draws it again after each change. */
async function showPicture() {
  const { document } = vscode.window.activeTextEditor ?? {};
  if (document === undefined) return;
  const panel = vscode.window.createWebviewPanel("loom.picture", document.fileName, vscode.ViewColumn.Beside);
  const draw = async () => {
    const textDocument = { uri: document.uri.toString() };
    const picture = await client.sendRequest("loom/picture", { textDocument });
    // Text that cannot be read keeps the last picture.
    if (picture) panel.webview.html = `<meta charset="utf-8">${picture.svg}`;
  };
  const changes = vscode.workspace.onDidChangeTextDocument((event) => {
    if (event.document === document) void draw();
  });
  panel.onDidDispose(() => changes.dispose());
  await draw();
}
