// The world outside is reached through the doors of `services/io` alone: only there does a call run
// inside `io(name, …)`, where a test can count it and end the process before or after it. A bare
// call elsewhere would be a moment of death that no test has looked at.
import { findImports } from './imports.ts'
import type { HouseFile } from './house.ts'
import { outsideDoors } from './house-directions.ts'

export type Rule = (file: HouseFile) => string[]

export const isTerminal = (path: string) => /^services\/(cli|bench)\//.test(path)

export function doorBreaches({ path, text }: HouseFile): string[] {
  if (!/^(services|projections|events)\//.test(path) || isTerminal(path)) return []
  const imports = findImports(text)
    .filter(({ from, isType }) => !isType && !outsideDoors.mayImport(path, from))
    .map(({ from, line }) => `${path}:${line} imports ${from}: go through services/io`)
  return [...imports, ...(outsideDoors.mayCall(path) ? [] : bareCalls({ path, text }))]
}

const bareCalls = lineBreaches(
  /(?<![.\w])(?:globalThis\.)?(fetch|setTimeout|setInterval|setImmediate)\(/,
)

export function lineBreaches(forbidden: RegExp): Rule {
  return ({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        forbidden.test(withoutComment(line)) ? [`${path}:${index + 1} ${line.trim()}`] : [],
      )
}

const withoutComment = (line: string) => line.replace(/(^|\s)(\/\/|\/?\*|--).*$/, '')
