import ts from 'typescript'

const TEXT = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike
const MESSAGES = {
  beside:
    "Page translation replaces text: where this one or what is beside it changes, React can't find it any more. Give the text an element of its own, or make one text of all (decision 055).",
  bare: 'Page translation replaces text: a fragment has no element of its own that would keep it. Give it one (decision 055).',
  returned:
    'Page translation replaces text: a component that is nothing but text has no element that would keep it (decision 055).',
}

/**
 * A rule of our own: text that may change, and text beside which something may come or go, is alone in its element. There
 * React writes the element's content; anywhere else it holds on to a text node that a page's translation has taken out.
 *
 * @type {import('eslint').ESLint.Plugin}
 */
export const TEXT_NODES_PLUGIN = {
  rules: {
    alone: {
      meta: { type: 'problem', schema: [], messages: MESSAGES },
      create(context) {
        const services = context.sourceCode.parserServices
        const mayBeText = (node) =>
          isTextType(services.getTypeAtLocation(node), services.program.getTypeChecker())
        const check = (node) => {
          const children = node.children.filter((child) => !isNothing(child))
          const texts = children.filter((child) => isText(child, mayBeText))
          if (texts.length === 0) return
          if (isFragment(node)) context.report({ node: texts[0], messageId: 'bare' })
          else if (children.length > 1 && !children.every(isStatic))
            context.report({ node: texts[0], messageId: 'beside' })
        }
        const checkComponent = (node) => {
          if (!/^[A-Z]/.test(node.id?.name ?? '')) return
          const type = services.getTypeAtLocation(node)
          const [signature] = type.getCallSignatures()
          if (signature && isOnlyText(signature.getReturnType()))
            context.report({ node, messageId: 'returned' })
        }
        return {
          JSXElement: check,
          JSXFragment: check,
          FunctionDeclaration: context.filename.endsWith('.tsx') ? checkComponent : () => undefined,
        }
      },
    },
  },
}

/** What JSX makes no node of, and blanks, which nobody translates. */
function isNothing(child) {
  if (child.type === 'JSXText') return child.value.trim() === ''
  if (child.type !== 'JSXExpressionContainer') return false
  const { expression } = child
  if (expression.type === 'JSXEmptyExpression') return true
  return (
    expression.type === 'Literal' && typeof expression.value === 'string' && expression.value.trim() === ''
  )
}

function isText(child, mayBeText) {
  if (child.type === 'JSXText') return true
  return child.type === 'JSXExpressionContainer' && mayBeText(child.expression)
}

/** Neither changes nor comes and goes; a component might. */
function isStatic(child) {
  if (child.type === 'JSXText') return true
  return child.type === 'JSXElement' && /^[a-z]/.test(child.openingElement.name.name ?? '')
}

function isFragment(node) {
  return node.type === 'JSXFragment' || node.openingElement.name.name === 'Fragment'
}

function isTextType(type, checker) {
  const parts = type.isUnion() ? type.types : [type]
  return parts.some((part) => {
    if (part.isStringLiteral() && part.value.trim() === '') return false
    if ((part.flags & TEXT) !== 0) return true
    const item = checker.isArrayType(part) ? checker.getTypeArguments(part)[0] : undefined
    return item !== undefined && isTextType(item, checker)
  })
}

function isOnlyText(type) {
  const parts = type.isUnion() ? type.types : [type]
  return (
    !parts.some((part) => (part.flags & ts.TypeFlags.Object) !== 0) &&
    parts.some((part) => (part.flags & TEXT) !== 0)
  )
}
