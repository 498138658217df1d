import type { Store } from '#src/lib/store.ts'

/** What the app gives a screen with a list or a form. */
export interface ListPageProps {
  /** Whether something would be lost with the screen: before it goes, the user is asked. */
  unsaved: Store<boolean>
  /** Opens an address of the console. */
  navigate(url: string): void
}

/** What the app gives the page of one row. */
export interface EditPageProps extends ListPageProps {
  /** The row's id: the last part of its address. */
  id: string
}
