import { Fragment } from 'react'

const ADDRESS = /(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]])/gi

/** A message's words with its line breaks; web addresses in it are links. It is text: nothing in it is markup. */
export function MessageText({ text }: { text: string }) {
  return text.split(ADDRESS).map((part, index) =>
    index % 2 === 1 ? (
      <a key={index} href={part} target="_blank" rel="noopener noreferrer" referrerPolicy="no-referrer">
        {part}
      </a>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  )
}
