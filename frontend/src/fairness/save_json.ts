/** Lets the browser save something as a JSON file. */
export function saveJson(name: string, what: unknown): void {
  const address = URL.createObjectURL(
    new Blob([JSON.stringify(what, null, 2)], { type: "application/json" }),
  );
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
