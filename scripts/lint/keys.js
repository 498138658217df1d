const SHORTCUT =
  'A letter is another one on other layouts: ask readShortcut, readCommandKey or isUndo which shortcut is meant (decision 050).'
const ENTER = 'An Enter may only end a word of an input method: ask isEnter (decision 050).'
const COMPOSING =
  'Not every browser says so alike: ask isComposing, isOfInputMethod or isEnter (decision 050).'

/** `event.key === 'j'` and the like, with letter case changed or not. */
const KEY_SIDES = ['left.property.name="key"', 'left.callee.object.property.name="key"']

/** What a key press means is read in src/domain/keys alone. For no-restricted-syntax. */
export const KEY_RULES = [
  ...KEY_SIDES.flatMap((side) => [
    { selector: `BinaryExpression[${side}][right.value=/^\\S$/]`, message: SHORTCUT },
    { selector: `BinaryExpression[${side}][right.value="Enter"]`, message: ENTER },
  ]),
  { selector: 'SwitchStatement[discriminant.property.name="key"]', message: SHORTCUT },
  { selector: 'MemberExpression[property.name="keyCode"]', message: COMPOSING },
  { selector: 'MemberExpression[property.name="isComposing"]', message: COMPOSING },
]
