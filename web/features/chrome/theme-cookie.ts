const YEAR_SECONDS = 31_536_000

/** Read by the server. By its name a browser takes it over https from this host alone. */
export function themeCookie(mode: 'light' | 'dark', isHttps: boolean): string {
  const [prefix, secure] = isHttps ? ['__Host-', '; secure'] : ['', '']
  return `${prefix}qura_theme=${mode}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure}`
}
