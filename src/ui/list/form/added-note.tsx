import { useLayoutEffect, useState } from 'react'
import { Button } from '../../button.tsx'
import styles from './add-block.module.css'
import type { AddState } from './add-form.ts'
import type { RowFinder, RowPlace } from '../rows/use-row-finder.ts'

interface AddedNoteProps {
  added: AddState['added']
  finder: RowFinder
}

/** That something was added, and the way to it where the list has it out of sight. */
export function AddedNote({ added, finder }: AddedNoteProps) {
  const [place, setPlace] = useState<RowPlace>('not listed')
  const id = added?.id

  useLayoutEffect(() => {
    if (id === undefined) return undefined
    const locate = () => setPlace(finder.locate(id))
    locate()
    return finder.onMove(locate)
  }, [finder, id])

  return (
    <>
      <span role="status" className={styles.added}>
        {added &&
          `Added '${added.name}'.${place === 'searched away' ? ' Your search hides it: Show clears the search.' : ''}`}
      </span>
      {added && (place === 'out of sight' || place === 'searched away') && (
        <Button aria-label={`Show '${added.name}' in the list`} onClick={() => finder.show(added.id)}>
          Show
        </Button>
      )}
    </>
  )
}
