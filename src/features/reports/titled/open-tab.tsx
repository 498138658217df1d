/** A link that opens a report of another system by itself. */
export function OpenTab({ url }: { url: string }) {
  return (
    <a href={url} target="_blank" rel="noreferrer">
      Open it in a tab
    </a>
  )
}
