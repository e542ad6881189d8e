import { chakra } from '@chakra-ui/react'
import { useContext, useEffect, useRef, useState } from 'react'
import type { Ref } from 'react'

import { IMAGE_WIDTHS, imageAt } from '#services/contract/shared.ts'

import { FirstLookContext } from '../lib/first-look.ts'

type Props = { image: string; alt: string; sizes: string; isFirst?: boolean }

/** Fills its frame, in the width that the screen asks for. */
export function Picture({
  image,
  alt,
  sizes,
  isFirst = false,
  ref,
}: Props & { ref?: Ref<HTMLImageElement> }) {
  return (
    <chakra.img
      ref={ref}
      src={imageAt(image, 640)}
      srcSet={IMAGE_WIDTHS.map((width) => `${imageAt(image, width)} ${width}w`).join(', ')}
      sizes={sizes}
      alt={alt}
      htmlWidth={640}
      htmlHeight={480}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      decoding="async"
      position="absolute"
      inset={0}
      boxSize="full"
      objectFit="cover"
    />
  )
}

/**
 * The one picture that the page is opened for. The server writes a small copy of it into the page,
 * which hydration leaves there until the sharp one has come.
 */
export function FirstPicture(props: Props) {
  const firstLook = useContext(FirstLookContext)
  const inlined = firstLook?.image === props.image ? firstLook.uri : ''
  const [isSharp, setSharp] = useState(false)
  const shown = useRef<HTMLImageElement>(null)

  useEffect(() => {
    const { srcset = '', sizes = '' } = shown.current ?? {}
    const sharp = Object.assign(new Image(), { sizes, srcset })
    sharp.decode().then(
      () => setSharp(true),
      () => {}, // a cut line: the small one is better than none
    )
  }, [])

  return (
    <picture>
      {!isSharp && <source type="image/avif" srcSet={inlined} suppressHydrationWarning />}
      <Picture {...props} isFirst ref={shown} />
    </picture>
  )
}
