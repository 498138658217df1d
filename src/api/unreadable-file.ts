let made: Promise<File | null> | undefined

/**
 * A file whose bytes are gone; null where this browser can't have one. It is asked of Chromium alone: only there was it
 * tried what becomes of a request with such a body (docs/decisions/032).
 */
export async function findUnreadableFile(): Promise<File | null> {
  made ??= makeUnreadableFile().catch(() => null)
  const file = await made
  // A full disk may have room again.
  if (file === null) made = undefined
  return file
}

async function makeUnreadableFile(): Promise<File | null> {
  if (!('userAgentData' in navigator)) return null
  const folder = await navigator.storage.getDirectory()
  const name = crypto.randomUUID()
  const handle = await folder.getFileHandle(name, { create: true })
  const writer = await handle.createWritable()
  // Of an empty file there would be nothing to read, and a request with it would go out.
  await writer.write('-')
  await writer.close()
  const file = await handle.getFile()
  await folder.removeEntry(name)
  return file.arrayBuffer().then(
    () => null,
    () => file,
  )
}
