import { Box, chakra, Flex } from '@chakra-ui/react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef, useState } from 'react'

import type { Product } from '#services/contract/products.ts'
import type { Raffle } from '#services/contract/raffles.ts'

import { Button } from '../../../components/button.tsx'
import { Plate } from '../../../components/plate.tsx'
import { useTexts } from '../../../lib/text/text.tsx'

export type GalleryImage = { key: string; image: string | null; alt: string; isPrize: boolean }

/** The prize, then the product, then its variants that have a picture of their own. */
export function galleryOf(raffle: Raffle, product: Product | undefined): GalleryImage[] {
  const prize = { key: raffle.id, image: raffle.image, alt: raffle.name, isPrize: true }
  if (!product) return [prize]
  const variants = product.variants
    .filter(({ image }) => image !== null && image !== product.image)
    .map(({ id, image, name }) => ({
      key: id,
      image,
      alt: `${product.name}, ${name}`,
      isPrize: false,
    }))
  return [
    prize,
    { key: product.id, image: product.image, alt: product.name, isPrize: false },
    ...variants,
  ]
}

export function Gallery({ images }: { images: GalleryImage[] }) {
  const text = useTexts()
  const strip = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)

  const show = (index: number) => {
    const wrapped = (index + images.length) % images.length
    setAt(wrapped)
    const picture = strip.current?.children[wrapped] as HTMLElement | undefined
    strip.current?.scrollTo({ left: picture?.offsetLeft ?? 0 })
  }
  const followSwipe = () => {
    const { scrollLeft = 0, clientWidth = 1 } = strip.current ?? {}
    setAt(Math.round(Math.abs(scrollLeft) / clientWidth))
  }

  return (
    <Box as="section" aria-label={text.raffle.gallery}>
      <Box position="relative" borderRadius="ticket" overflow="hidden" borderWidth="1px">
        <Flex
          ref={strip}
          tabIndex={0}
          role="group"
          aria-label={text.raffle.image(at + 1, images.length)}
          overflowX="auto"
          position="relative"
          scrollSnapType="x mandatory"
          scrollBehavior="smooth"
          _motionReduce={{ scrollBehavior: 'auto' }}
          onScroll={followSwipe}
          css={{ scrollbarWidth: 'none' }}
        >
          {images.map((image, index) => (
            <Slide key={image.key} image={image} isFirst={index === 0} />
          ))}
        </Flex>
        {images.length > 1 && (
          <Flex position="absolute" bottom="3" insetInlineEnd="3" gap="2">
            <TurnButton label={text.raffle.previous} onClick={() => show(at - 1)}>
              <ChevronLeft size={20} aria-hidden />
            </TurnButton>
            <TurnButton label={text.raffle.next} onClick={() => show(at + 1)}>
              <ChevronRight size={20} aria-hidden />
            </TurnButton>
          </Flex>
        )}
      </Box>
      {images.length > 1 && <Thumbs images={images} at={at} onChoose={show} />}
    </Box>
  )
}

function Slide({ image, isFirst }: { image: GalleryImage; isFirst: boolean }) {
  const text = useTexts()
  return (
    <Box flex="0 0 100%" scrollSnapAlign="start" position="relative">
      <Plate
        seed={image.key}
        image={image.image}
        alt={image.alt}
        sizes="(min-width: 1024px) 660px, 100vw"
        isFirst={isFirst}
        aspectRatio="4 / 3"
      />
      {image.isPrize && (
        <chakra.span
          position="absolute"
          top="3"
          insetInlineStart="3"
          bg="plate.foil"
          color="saffron.on"
          px="3"
          py="1"
          borderRadius="tag"
          fontSize="sm"
          fontWeight="bold"
        >
          {text.raffles.prize}
        </chakra.span>
      )}
    </Box>
  )
}

type TurnProps = { label: string; onClick: () => void; children: React.ReactNode }

function TurnButton({ label, onClick, children }: TurnProps) {
  return (
    <Button
      variant="outline"
      size="icon"
      bg="bg.surface"
      aria-label={label}
      onClick={onClick}
      css={{ '& svg': { _rtl: { transform: 'scaleX(-1)' } } }}
    >
      {children}
    </Button>
  )
}

type ThumbsProps = { images: GalleryImage[]; at: number; onChoose: (index: number) => void }

function Thumbs({ images, at, onChoose }: ThumbsProps) {
  const text = useTexts()
  return (
    <Flex gap="2" mt="3" wrap="wrap">
      {images.map((image, index) => (
        <chakra.button
          key={image.key}
          type="button"
          aria-label={text.raffle.image(index + 1, images.length)}
          aria-current={index === at}
          onClick={() => onChoose(index)}
          borderRadius="tag"
          overflow="hidden"
          cursor="pointer"
          borderWidth="2px"
          borderColor={index === at ? 'cedar.solid' : 'line'}
        >
          <Plate
            seed={image.key}
            image={image.image}
            alt=""
            sizes="72px"
            width="72px"
            aspectRatio="4 / 3"
          />
        </chakra.button>
      ))}
    </Flex>
  )
}
