/** Questions to the house's addresses. */

export async function fetchJson<T>(address: string): Promise<T> {
  const answer = await fetch(address, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()) as T;
}
