// Which face a list shows. What was read once stays in view, whatever the next reading met. Pure.
export type ListFace = 'loading' | 'failed' | 'empty' | 'rows'

type Asked = { rows: readonly unknown[] | undefined; hasFailed: boolean }

export function faceOf({ rows, hasFailed }: Asked): ListFace {
  if (rows === undefined) return hasFailed ? 'failed' : 'loading'
  return rows.length === 0 ? 'empty' : 'rows'
}
