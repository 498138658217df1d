/** The part of a drag that the rule looks at. */
interface Drag extends Pick<DragEvent, 'defaultPrevented' | 'preventDefault'> {
  dataTransfer: Pick<DataTransfer, 'types' | 'dropEffect'> | null
}

/**
 * A file that is let go where nothing takes it: the browser would leave the console and show it, with what is being written.
 * Whoever takes files has prevented that default before it comes here.
 */
export function refuseFiles(event: Drag): void {
  if (event.defaultPrevented || event.dataTransfer?.types.includes('Files') !== true) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}

/** Refuses stray files on the whole window, from the first screen on. */
export function refuseStrayFiles(): void {
  window.addEventListener('dragover', refuseFiles)
  window.addEventListener('drop', refuseFiles)
}
