import type { ButtonHTMLAttributes, Ref } from 'react'
import styles from './button.module.css'
import { Icon, type IconName } from './icon.tsx'

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'link'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: ButtonLook
  ref?: Ref<HTMLButtonElement>
}

/** The first screen's button: a few bytes where Mantine's would cost several kilobytes. */
export function Button({ look = 'plain', className, ...rest }: ButtonProps) {
  return <button type="button" {...rest} className={joinClasses(styles.button, styles[look], className)} />
}

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'look'> {
  icon: IconName
  /** Its accessible name, shown as a tip. */
  label: string
}

export function IconButton({ icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={joinClasses(styles.icon, className)}
    >
      <Icon name={icon} />
    </button>
  )
}

/** Joins the class names that are there. */
export function joinClasses(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
