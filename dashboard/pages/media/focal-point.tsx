import { Box, Button, Image, Stack, Text, UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, type MouseEvent, useId } from 'react';
import { useText } from '../../text/language.tsx';
import { de } from './media.de.ts';
import { en } from './media.en.ts';

export interface Point {
  x: number;
  y: number;
}

interface FocalPointProps {
  url: string;
  point: Point | null;
  onChange: (point: Point | null) => void;
}

const CENTRE: Point = { x: 0.5, y: 0.5 };
const STEPS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The image, whose most important point is chosen by a click or moved with the arrow keys. */
export function FocalPoint({ url, point, onChange }: FocalPointProps) {
  const text = useText(en, de);
  const hint = useId();
  const { x, y } = point ?? CENTRE;
  const click = (event: MouseEvent) => {
    // A key was pressed.
    if (event.detail === 0) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    onChange({ x: share((event.clientX - left) / width), y: share((event.clientY - top) / height) });
  };
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const length = event.shiftKey ? 0.1 : 0.01;
    onChange({ x: share(x + step.x * length), y: share(y + step.y * length) });
  };
  return (
    <Stack gap="xs">
      <UnstyledButton
        pos="relative"
        display="block"
        mx="auto"
        aria-label={text.focalPointAt(Math.round(x * 100), Math.round(y * 100))}
        aria-describedby={hint}
        onClick={click}
        onKeyDown={press}
      >
        <Image src={url} alt="" mah={320} w="auto" maw="100%" radius="md" />
        <Box
          pos="absolute"
          left={`${x * 100}%`}
          top={`${y * 100}%`}
          w={22}
          h={22}
          bdrs="50%"
          bd="3px solid #fff"
          style={{ transform: 'translate(-50%, -50%)', boxShadow: '0 0 0 2px #000', pointerEvents: 'none' }}
        />
      </UnstyledButton>
      <Text size="xs" c="dimmed" id={hint}>
        {text.focalPointHint}
      </Text>
      {point && (
        <Button variant="default" size="xs" onClick={() => onChange(null)}>
          {text.centre}
        </Button>
      )}
    </Stack>
  );
}

/** Three decimals, 0 to 1. */
function share(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 1_000) / 1_000;
}
