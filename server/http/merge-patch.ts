/** A row with the fields of a change that are there; what is undefined leaves the row's value. */
export function mergePatch<Row extends object>(
  row: Row,
  patch: { [Field in keyof Row]?: Row[Field] | undefined },
): Row {
  const given = Object.entries<unknown>(patch).filter(([, value]) => value !== undefined)
  return { ...row, ...Object.fromEntries(given) }
}
