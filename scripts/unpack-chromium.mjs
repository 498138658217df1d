import { execFile } from 'node:child_process'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createBrotliDecompress, createGunzip } from 'node:zlib'

const run = promisify(execFile)

/** Of a full disk it says so for every file. */
const LINES_OF_TAR = 2

/** NSS, ANGLE with SwiftShader and a font, as archives beside the program. */
const ARCHIVES = ['al2023', 'swiftshader', 'fonts']

/** The fonts of the machine where it has any set up, and in any case the packed one. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`

/** Whoever has its path can run it: it finds what lies beside it. */
const PROGRAM = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="$here/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" "$@"
`

/**
 * Makes a folder with a program that runs of the package @sparticuz/chromium, whose own code would do so in the folder for
 * temporary files and asks for a newer Node.
 *
 * @param {string} tarball the package as the registry has it
 * @param {{ scratch: string, folder: string }} where `folder` is made; what `scratch` is left with is not needed
 * @returns {Promise<string>} the program's path
 */
export async function unpackChromium(tarball, { scratch, folder }) {
  await unpackArchive(tarball, createGunzip(), scratch)
  await mkdir(folder)
  const packed = join(scratch, 'package', 'bin')
  for (const name of ARCHIVES)
    await unpackArchive(join(packed, `${name}.tar.br`), createBrotliDecompress(), folder)
  // On the disk when this ends: after a power failure a name is not there without what it names.
  const binary = createWriteStream(join(folder, 'chromium'), { mode: 0o755, flush: true })
  await pipeline(createReadStream(join(packed, 'chromium.br')), createBrotliDecompress(), binary)
  await writeFile(join(folder, 'fonts.conf'), FONTS)
  const program = join(folder, 'chromium-headless-shell')
  await writeFile(program, PROGRAM, { mode: 0o755 })
  return program
}

/** By the system's tar, with nobody's name on the files but our own. It has no brotli, and on some systems no gzip. */
async function unpackArchive(file, decompress, folder) {
  const archive = `${file}.plain`
  await pipeline(createReadStream(file), decompress, createWriteStream(archive))
  try {
    await run('tar', ['-xof', archive, '-C', folder])
  } catch (error) {
    const said = (error.stderr || error.message).trim().split('\n').slice(0, LINES_OF_TAR)
    throw new Error(`it could not be unpacked (${said.join('; ')})`, { cause: error })
  }
  await rm(archive)
}
