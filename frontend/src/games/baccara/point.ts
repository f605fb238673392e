/** Returns the point of cards. */
export function pointOf(cards: readonly string[]): number {
  const value = (card: string): number => Math.max(0, "A23456789".indexOf(card.charAt(0)) + 1);
  return cards.reduce((sum, card) => sum + value(card), 0) % 10;
}
