/** The locale that the bot speaks, and the first that the screen shows. */
export const BOT_LOCALE = 'en'

/** Languages in which guests write to hotels, as BCP 47 has them. */
export const LOCALES: readonly string[] = [
  BOT_LOCALE,
  ...['ar', 'bg', 'ca', 'cs', 'da', 'de', 'de-AT', 'de-CH', 'el', 'en-GB', 'en-US', 'es', 'es-MX', 'et'],
  ...['fa', 'fi', 'fr', 'fr-CA', 'he', 'hi', 'hr', 'hu', 'id', 'it', 'ja', 'ko', 'lt', 'lv', 'ms', 'nb'],
  ...[
    'nl',
    'pl',
    'pt',
    'pt-BR',
    'ro',
    'ru',
    'sk',
    'sl',
    'sr',
    'sv',
    'th',
    'tr',
    'uk',
    'vi',
    'zh-CN',
    'zh-TW',
  ],
]
