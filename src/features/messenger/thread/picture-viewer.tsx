import { useState } from 'react'
import { Lightbox } from '#src/ui/lightbox.tsx'
import { useFile, type FileState } from '../use-file.ts'

interface PictureViewerProps {
  chatId: string
  /** One message's pictures, in their order. */
  pictures: { url: string; name: string }[]
  first: number
  onClose(): void
}

/** A message's pictures over the whole window, one at a time. */
export function PictureViewer({ chatId, pictures, first, onClose }: PictureViewerProps) {
  const [index, setIndex] = useState(Math.max(0, first))
  const picture = pictures[index] ?? { url: '', name: '' }
  const file = useFile(chatId, picture.url, true)
  return (
    <Lightbox
      name={picture.name}
      address={file.state === 'ready' ? file.address : null}
      note={describeState(file)}
      place={pictures.length > 1 ? `${index + 1} of ${pictures.length}` : ''}
      onPrevious={index > 0 ? () => setIndex(index - 1) : null}
      onNext={index < pictures.length - 1 ? () => setIndex(index + 1) : null}
      onClose={onClose}
    />
  )
}

function describeState(file: FileState): string {
  if (file.state === 'ready') return ''
  if (file.state === 'loading' || file.state === 'offered') return 'Fetching…'
  return file.problem === 'unreachable' ? 'Not on this device yet' : 'Picture not readable'
}
