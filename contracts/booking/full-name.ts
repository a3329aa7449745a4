/** The name of a buyer, who may have typed all of it as the first name. */
export function fullName({ firstname, lastname }: { readonly firstname: string; readonly lastname: string }): string {
  return `${firstname} ${lastname}`.trim();
}
