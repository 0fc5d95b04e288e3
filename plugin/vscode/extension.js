// Starts `loom lsp`, and shows the picture of a document beside it.
const vscode = require("vscode");
const { basename } = require("node:path");
const { LanguageClient } = require("vscode-languageclient/node");

const ENDINGS = "**/*.{smdf,erdf,sqdf,sysdf}.json";
let client;

exports.activate = async (context) => {
  const [command, ...args] = vscode.workspace.getConfiguration("loom").get("command");
  client = new LanguageClient("loom", "The loom", { command, args }, {
    documentSelector: [{ scheme: "file", pattern: ENDINGS }],
  });
  context.subscriptions.push(vscode.commands.registerCommand("loom.showPicture", showPicture));
  try {
    await client.start();
  } catch (error) {
    const message =
      `${command} does not start: put it on the PATH, or name it in the setting loom.command. ${error}`;
    await vscode.window.showErrorMessage(message);
  }
};

exports.deactivate = () => client?.stop();

/** Fits a picture to its panel, and lets it be seen at its own size. */
const FIT = `<style>
  body { margin: 0; padding: 0 }
  label { position: fixed; right: 8px; top: 4px; font: 12px sans-serif }
  body:not(:has(:checked)) svg { max-width: 100%; height: auto }
</style><label><input type="checkbox"> Full size</label>`;

/** Shows the picture of the active document, and draws it again after each change. */
async function showPicture() {
  const { document } = vscode.window.activeTextEditor ?? {};
  if (document === undefined) return;
  const title = `Picture of ${basename(document.fileName)}`;
  const panel = vscode.window.createWebviewPanel("loom.picture", title, vscode.ViewColumn.Beside);
  const draw = async () => {
    const textDocument = { uri: document.uri.toString() };
    const { Dark, HighContrast } = vscode.ColorThemeKind;
    const theme = [Dark, HighContrast].includes(vscode.window.activeColorTheme.kind) ? "dark" : "light";
    const picture = await client.sendRequest("loom/picture", { textDocument, theme });
    // Text that cannot be read keeps the last picture.
    if (picture) panel.webview.html = `<meta charset="utf-8">${FIT}${picture.svg}`;
  };
  const subscriptions = [
    vscode.workspace.onDidChangeTextDocument((event) => {
      if (event.document === document) void draw();
    }),
    vscode.window.onDidChangeActiveColorTheme(draw),
  ];
  panel.onDidDispose(() => subscriptions.forEach((subscription) => subscription.dispose()));
  await draw();
}
