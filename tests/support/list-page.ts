import type { Locator } from 'playwright-core'
import type { ConsolePage } from './console-page.ts'
import { waitFor } from './wait-for.ts'

/** A list's screen with its forms, by the names that the engine of lists gives everything (`src/ui/list/`). */
export class ListPage {
  private readonly console: ConsolePage
  private readonly noun: { one: string; many: string }

  constructor(console: ConsolePage, noun: { one: string; many: string }) {
    this.console = console
    this.noun = noun
  }

  /** The form of a new row. */
  get addForm(): Locator {
    return this.console.page.getByRole('form', { name: `Add ${this.noun.one}` })
  }

  /** On a phone the form is behind this button. */
  private get foldButton(): Locator {
    return this.console.button(new RegExp(`^Add an? ${this.noun.one}`))
  }

  get addButton(): Locator {
    return this.addForm.getByRole('button', { name: `Add ${this.noun.one}` })
  }

  /** The page of one row has this form. */
  get editForm(): Locator {
    return this.console.page.getByRole('form', { name: `Edit ${this.noun.one}` })
  }

  get saveButton(): Locator {
    return this.editForm.getByRole('button', { name: 'Save', exact: true })
  }

  row(name: string): Locator {
    return this.console.page.getByRole('row', { name, exact: true })
  }

  /** A field of a row that is edited in place. */
  field(header: string, name: string): Locator {
    return this.console.page.getByLabel(`${header} of ${name}`, { exact: true })
  }

  /** Unfolds the form of a new row, where the screen folds it. */
  private async unfold(): Promise<void> {
    const button = this.foldButton
    await waitFor(
      'the form or its button',
      async () => (await button.isVisible()) || (await this.addForm.isVisible()),
    )
    if ((await button.isVisible()) && (await button.getAttribute('aria-expanded')) === 'false')
      await button.click()
  }

  /** Fills in fields of the form of a new row, by their labels. */
  async fillNew(values: Record<string, string>): Promise<void> {
    await this.unfold()
    await fillIn(this.addForm, values)
  }

  /** The same in the form of the row whose page is open or opens. */
  fillEdited(values: Record<string, string>): Promise<void> {
    return fillIn(this.editForm, values)
  }

  /** The headings of the table, without that of the column that has none. */
  async readHeadings(): Promise<string[]> {
    const headings = await this.console.page.getByRole('columnheader').allInnerTexts()
    return headings.map((words) => words.trim()).filter((words) => words !== '' && words !== 'State')
  }

  async search(words: string): Promise<void> {
    await this.console.page
      .getByRole('searchbox', { name: `Search ${this.noun.many}...`, exact: true })
      .fill(words)
  }

  async delete(name: string): Promise<void> {
    await this.console.button(`Delete ${name}`).click()
    await this.row(name).waitFor({ state: 'detached' })
  }

  async undoDelete(name: string): Promise<void> {
    await this.console.button(`Undo: delete ${name}`).click()
    await this.row(name).waitFor()
  }

  /** Chooses these rows, deletes them by one button, and says yes. */
  async deleteMany(names: readonly string[]): Promise<void> {
    for (const name of names) {
      await this.console.page.getByRole('checkbox', { name: `Choose ${name}`, exact: true }).check()
    }
    await this.console.button(`Delete ${this.noun.many} (${names.length})`).click()
    const yes = `Delete ${names.length} ${this.noun.many}`
    await this.console.page.getByRole('dialog').getByRole('button', { name: yes, exact: true }).click()
  }

  /** What became of a deletion of many, in its words. */
  async readReport(): Promise<string> {
    const report = this.console.page.getByRole('region', { name: 'What was deleted' })
    await report.waitFor()
    const words = await report.innerText()
    await report.getByRole('button', { name: 'Close', exact: true }).click()
    return words
  }

  /** Waits until a row's state is this word. */
  async waitForState(name: string, words: string): Promise<void> {
    await waitFor(`${name} to be '${words}'`, async () => (await this.row(name).innerText()).includes(words))
  }
}

/** The words of what is chosen in a select. */
export function readChosen(select: Locator): Promise<string | undefined> {
  return select.evaluate((element) =>
    element instanceof HTMLSelectElement ? element.selectedOptions[0]?.label : undefined,
  )
}

async function fillIn(form: Locator, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const field = form.locator('label', { hasText: new RegExp(`^${label}( \\* Optional)?$`) })
    const id = await field.getAttribute('for')
    const control = form.locator(`[id="${id}"]`)
    const isSelect = await control.evaluate((element) => element instanceof HTMLSelectElement)
    await (isSelect ? control.selectOption({ label: value }) : control.fill(value))
  }
}
