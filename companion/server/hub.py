"""The hub: one message made once for each audience and language, handed to every phone as the same bytes."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from companion.server.access import Session
from companion.server.roles import Audience

MESSAGES_KEPT = 128  # a phone that was away for no longer gets each message it missed
MESSAGES_WAITING = 32  # a phone that leaves more unread is dropped
BYTES_WAITING = 256 * 1024

Channel = tuple[Audience, str]
Encode = Callable[[Audience, str], bytes]


@dataclass(frozen=True, slots=True)
class Message:
    """What is sent to many phones: its text, and the same as a chunk that can go straight to a socket."""

    text: bytes

    @property
    def chunk(self) -> bytes:
        """The text as HTTP frames a piece of an answer without a length."""
        return b"%x\r\n%s\r\n" % (len(self.text), self.text)


@dataclass(eq=False, slots=True)
class Phone:
    """One open stream.

    Where the socket itself is at hand, chunks are written to it at once: no task wakes up, so thousands of
    phones have the news together. Elsewhere messages wait in a short queue. Either way, a phone that leaves
    too much unread is dropped.
    """

    channel: Channel
    session: Session | None
    socket: asyncio.Transport | None = None
    waiting: asyncio.Queue[bytes | None] = field(default_factory=lambda: asyncio.Queue(MESSAGES_WAITING))

    def offer(self, text: bytes, chunk: bytes) -> bool:
        """Hand a message over; False if the phone has stopped reading."""
        if self.socket is not None:
            if self.socket.is_closing() or self.socket.get_write_buffer_size() > BYTES_WAITING:
                return False
            self.socket.write(chunk)
            return True
        if self.waiting.full():
            return False
        self.waiting.put_nowait(text)
        return True

    def drop(self) -> None:
        """End the stream, whatever is still unread."""
        self.end()
        if self.socket is not None:
            self.socket.abort()

    def end(self) -> None:
        """Let the stream finish."""
        while not self.waiting.empty():
            self.waiting.get_nowait()
        self.waiting.put_nowait(None)


PING = Message(b": ping\n\n")


class Hub:
    """Knows every open stream, and the last messages for those that come back."""

    def __init__(self, encode: Encode, boot: str) -> None:
        self._encode = encode
        self._boot = boot  # ids of another run of the program mean nothing here
        self._phones: set[Phone] = set()
        self._kept: dict[Channel, deque[tuple[int, Message]]] = {}
        self._version = 0
        self._closed = False

    @property
    def phones(self) -> int:
        """How many streams are open."""
        return len(self._phones)

    def publish(self) -> None:
        """Something changed: make the message once for each audience and language, and hand it round."""
        self._version += 1
        for channel in {phone.channel for phone in self._phones} | self._kept.keys():
            message = self._message(channel)
            kept = self._kept.setdefault(channel, deque(maxlen=MESSAGES_KEPT))
            kept.append((self._version, message))
            self._hand_round(message, channel)

    def ping(self) -> None:
        """Keep the streams open through routers that close silent ones."""
        self._hand_round(PING, None)

    def subscribe(self, phone: Phone, last_event: str | None) -> None:
        """Open a stream with all the phone missed, or with the present state if that is too long ago."""
        kept = self._kept.setdefault(phone.channel, deque(maxlen=MESSAGES_KEPT))
        if not kept or kept[-1][0] != self._version:
            kept.clear()
            kept.append((self._version, self._message(phone.channel)))
        missed = Message(b"".join(message.text for message in self._missed(kept, last_event)))
        self._phones.add(phone)
        if self._closed:  # the program is stopping, perhaps since a moment ago
            self._drop(phone)
        phone.offer(missed.text, missed.chunk)

    def unsubscribe(self, phone: Phone) -> None:
        """Forget a stream."""
        self._phones.discard(phone)

    def drop_sessions(self, sessions: list[Session]) -> None:
        """Hang up on all streams of these sessions."""
        for phone in [phone for phone in self._phones if phone.session in sessions]:
            self._drop(phone)

    def close(self) -> None:
        """End every stream, since the program stops."""
        self._closed = True
        for phone in list(self._phones):
            self._drop(phone)

    def _missed(self, kept: deque[tuple[int, Message]], last_event: str | None) -> list[Message]:
        boot, _, version = (last_event or "").partition("-")
        if boot == self._boot and version.isascii() and version.isdigit():
            seen = int(version)
            if kept[0][0] - 1 <= seen <= self._version:
                return [message for number, message in kept if number > seen] or [PING]
        return [kept[-1][1]]

    def _message(self, channel: Channel) -> Message:
        data = self._encode(*channel)
        return Message(b"id: %s-%d\nevent: view\ndata: %s\n\n" % (self._boot.encode(), self._version, data))

    def _hand_round(self, message: Message, channel: Channel | None) -> None:
        text, chunk = message.text, message.chunk
        for phone in list(self._phones):
            if channel in (None, phone.channel) and not phone.offer(text, chunk):
                self._drop(phone)

    def _drop(self, phone: Phone) -> None:
        self._phones.discard(phone)
        phone.drop()
