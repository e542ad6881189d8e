/** Of an address that names a part of the page, or what lies open on it: keyboard and place stay. */
export const samePage = { preventScrollReset: true, state: { isSamePage: true } } as const
