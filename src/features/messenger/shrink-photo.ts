/** Longest side of a photo that is sent, px, and the quality of what is drawn anew (O7). */
const LONGEST_SIDE_PX = 2_048
const JPEG_QUALITY = 0.85
const JPEG_NAME = /\.\w+$/

/**
 * Scales a large photo down and turns what the browser can decode but nobody accepts into JPEG. Gifs keep their motion,
 * what can't be decoded stays as it is: the check that follows gives the reason.
 */
export async function shrinkPhoto(file: File): Promise<File> {
  if (!file.type.startsWith('image/') || file.type === 'image/gif') return file
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return file
  try {
    const scale = Math.min(1, LONGEST_SIDE_PX / Math.max(bitmap.width, bitmap.height))
    const isAccepted = file.type === 'image/jpeg' || file.type === 'image/png'
    if (scale === 1 && isAccepted) return file
    const blob = await drawJpeg(bitmap, Math.round(bitmap.width * scale), Math.round(bitmap.height * scale))
    return blob ? new File([blob], file.name.replace(JPEG_NAME, '') + '.jpg', { type: blob.type }) : file
  } finally {
    bitmap.close()
  }
}

async function drawJpeg(bitmap: ImageBitmap, width: number, height: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (!pen) return null
  // JPEG has no transparency: what was clear becomes paper.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, width, height)
  pen.drawImage(bitmap, 0, 0, width, height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY))
}
