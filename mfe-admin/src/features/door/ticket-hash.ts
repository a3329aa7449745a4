/** What stands for a ticket in this device's list: SHA-256 of its id, in base64url (contracts/booking/door.ts). */
export async function hashOf(ticketId: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(ticketId)));
  return btoa(String.fromCharCode(...digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
