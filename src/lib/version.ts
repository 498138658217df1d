import { version } from '../../package.json'

/** The package's version, put in by the build (specification section 9). */
export const VERSION: string = version
