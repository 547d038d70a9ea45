// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.wire.XdrReader;
import org.rpcrdma.wire.XdrWriter;

/**
 * Tests that results are sent inline or in the chunk that the client offered. Neither the service nor the client needs
 * to distinguish the cases.
 */
class ReplyDataTest extends TransportTest {
    private static final int PROGRAM = 0x2000_0001;
    private static final int GET = 1;
    private static final int ROOM = 100_000;
    private static final int AT = 4096;

    /**
     * The maximum length of an inline reply message, which is the default threshold minus the shortest transport
     * header.
     */
    private static final int INLINE = 4096 - 28;

    private static final int TAG = 0x5a5a_5a5a;

    /** The chunks that the client offers for the data. */
    private enum Offer {
        NOTHING {
            @Override
            void offer(final ClientCall call, final long address) {}
        },
        RESULT {
            @Override
            void offer(final ClientCall call, final long address) {
                call.result(address, ROOM);
            }
        },
        RESULT_AND_LONGEST_REPLY {
            @Override
            void offer(final ClientCall call, final long address) {
                call.result(address, ROOM);
                call.longestReply(address, ROOM + 100);
            }
        },
        REPLY_CHUNK {
            @Override
            void offer(final ClientCall call, final long address) {
                call.longestReply(address, 2 * ROOM);
            }
        };

        abstract void offer(ClientCall call, long address);
    }

    /** The ways in which the service answers with data. */
    private enum Way {
        FROM_ITS_PLACE {
            @Override
            void put(final ReplyWriter reply, final MemoryBlock block, final int length) {
                reply.putData(block.address() + 1, length);
            }
        },
        COPIED {
            @Override
            void put(final ReplyWriter reply, final MemoryBlock block, final int length) {
                reply.putData(new UnsafeBuffer(block.address() + 1, length), 0, length);
            }
        },
        CLAIMED {
            @Override
            void put(final ReplyWriter reply, final MemoryBlock block, final int length) {
                final MutableDirectBuffer room = reply.claimData(length);
                assertEquals(length, room.capacity());
                room.putBytes(0, new UnsafeBuffer(block.address() + 1, length), 0, length);
            }
        };

        abstract void put(ReplyWriter reply, MemoryBlock block, int length);
    }

    private final Queue<Runnable> later = new ArrayDeque<>();
    private MemoryBlock block;

    /** Keeps the reply to a call. */
    private static final class Got implements ReplyHandler {
        private final Consumer<RpcReply> reader;
        private String failure;
        private boolean isRead;

        Got(final Consumer<RpcReply> reader) {
            this.reader = reader;
        }

        @Override
        public void onReply(final RpcReply reply) {
            reader.accept(reply);
            isRead = true;
        }

        @Override
        public void onFailure(final String reason) {
            failure = reason;
        }
    }

    private void serve(final RpcProcedure procedure) {
        fixture.connect(new RpcPrograms().on(PROGRAM, 1, GET, procedure));
        block = fixture.serverDevice.memory().allocate(2 * ROOM, AT);
        for (int i = 0; i < 2 * ROOM; i++) {
            block.buffer().put(i, (byte) (7 * i + (i >> 8)));
        }
    }

    @AfterEach
    void close() {
        fixture.client.close();
        fixture.server.close();
        block.close();
    }

    private Got get(final Consumer<ClientCall> offer, final Consumer<RpcReply> reader) {
        final Got got = new Got(reader);
        final ClientCall call = fixture.client.newCall();
        final int length = call.begin(1, PROGRAM, 1, GET).position();
        offer.accept(call);
        call.send(length, got);
        fixture.run();
        while (!later.isEmpty()) {
            later.remove().run();
            fixture.run();
        }
        return got;
    }

    private byte[] sent(final int length) {
        final byte[] bytes = new byte[length];
        new UnsafeBuffer(block.address() + 1, length).getBytes(0, bytes);
        return bytes;
    }

    private static byte[] bytes(final OpaqueData data) {
        final byte[] bytes = new byte[data.length()];
        data.buffer().getBytes(data.offset(), bytes);
        return bytes;
    }

    static Stream<Arguments> shouldBringDataAsTheClientOffersWithoutABranch() {
        return Stream.of(0, 1, 99, 2000, 70_001)
                .flatMap(length -> Stream.of(Offer.values())
                        .filter(offer -> length <= INLINE || offer != Offer.NOTHING)
                        .flatMap(offer -> Stream.of(Way.values())
                                .flatMap(way -> Stream.of(false, true)
                                        .map(isDeferred -> Arguments.of(length, offer, way, isDeferred)))));
    }

    @ParameterizedTest
    @MethodSource
    void shouldBringDataAsTheClientOffersWithoutABranch(
            final int length, final Offer offer, final Way way, final boolean isDeferred) {
        serve((call, reply) -> {
            reply.putInt(TAG);
            if (isDeferred) {
                call.defer(12, length);
                later.add(() -> {
                    way.put(reply, block, length);
                    reply.putInt(~TAG);
                    call.reply();
                });
            } else {
                way.put(reply, block, length);
                reply.putInt(~TAG);
            }
        });
        final byte[][] got = new byte[1][];
        final Got outcome = get(call -> offer.offer(call, fixture.address(AT)), reply -> {
            final XdrReader results = reply.results();
            assertEquals(TAG, results.getInt());
            got[0] = bytes(reply.data());
            assertEquals(~TAG, results.getInt());
            assertEquals(0, results.remaining());
        });
        assertNull(outcome.failure);
        assertArrayEquals(sent(length), got[0]);
    }

    /** The client declares a result, and the transport decides whether to offer a chunk for it. */
    @ParameterizedTest
    @CsvSource({"100, 0", "3000, 0", "4000, 1", "100000, 1"})
    void shouldOfferAChunkOnlyForAResultThatDoesNotFitInline(final int longest, final int chunks) {
        serve((call, reply) -> {
            assertEquals(chunks, call.rpcCall().writeChunkCount());
            reply.putData(block.address() + 1, 77);
        });
        final Got outcome = get(
                call -> call.result(fixture.address(AT), longest),
                reply -> assertArrayEquals(sent(77), bytes(reply.data())));
        assertNull(outcome.failure);
    }

    @ParameterizedTest
    @EnumSource(Offer.class)
    void shouldReportHowManyBytesTheClientCanReceive(final Offer offer) {
        final int[] room = new int[1];
        serve((call, reply) -> {
            reply.putInt(TAG);
            room[0] = reply.dataRoom();
            reply.putData(block.address() + 1, room[0]);
        });
        final Got outcome = get(call -> offer.offer(call, fixture.address(AT)), reply -> {
            reply.results().getInt();
            assertArrayEquals(sent(room[0]), bytes(reply.data()));
        });
        assertNull(outcome.failure);
        final int expected = switch (offer) {
            case NOTHING -> INLINE - RpcProgram.RESULTS - 8;
            case RESULT, RESULT_AND_LONGEST_REPLY -> ROOM;
            case REPLY_CHUNK -> 2 * ROOM - RpcProgram.RESULTS - 8;
        };
        assertEquals(expected & -4, room[0] & -4);
    }

    @Test
    void shouldSendTheNthDataByTheNthChunkAndTheRestInTheMessage() {
        serve((call, reply) -> {
            reply.putData(block.address() + 1, 50_000);
            reply.putData(block.address() + 1, 60_000);
            reply.putData(block.address() + 1, 7);
        });
        final Got outcome = get(
                call -> {
                    call.result(fixture.address(AT), ROOM);
                    call.result(fixture.address(AT + ROOM), ROOM);
                },
                reply -> {
                    assertArrayEquals(sent(50_000), bytes(reply.data()));
                    assertArrayEquals(sent(60_000), bytes(reply.data()));
                    assertArrayEquals(sent(7), bytes(reply.data()));
                });
        assertNull(outcome.failure);
        assertEquals(block.buffer().get(1), fixture.memory.getByte(AT));
        assertEquals(block.buffer().get(1), fixture.memory.getByte(AT + ROOM));
    }

    /**
     * The data are in the middle of a message that is sent in a Reply chunk. They are sent directly from the service's
     * memory. The message that the service writes contains only the parts before, between and after them.
     */
    @Test
    void shouldGatherSeveralDataWithinAReplyChunk() {
        final int[] message = new int[1];
        serve((call, reply) -> {
            reply.putData(block.address() + 1, 30_001);
            reply.putInt(TAG);
            reply.putData(block.address() + 1, 30_002);
            message[0] = reply.position();
        });
        final Got outcome = get(call -> call.longestReply(fixture.address(AT), ROOM), reply -> {
            final XdrReader results = reply.results();
            assertArrayEquals(sent(30_001), bytes(reply.data()));
            assertEquals(TAG, results.getInt());
            assertArrayEquals(sent(30_002), bytes(reply.data()));
            assertEquals(0, results.remaining());
        });
        assertNull(outcome.failure);
        assertEquals(RpcProgram.RESULTS + 3 * Integer.BYTES + 3 + 2, message[0]);
    }

    @Test
    void shouldSendNoDataOfACallThatFails() {
        serve((call, reply) -> {
            reply.putData(block.address() + 1, 1000);
            reply.putData(block.address() + 1, 2000);
            call.fail(RpcProgram.GARBAGE_ARGS);
        });
        for (final Offer offer : Offer.values()) {
            final CallFailedException[] failure = new CallFailedException[1];
            get(
                    call -> offer.offer(call, fixture.address(AT)),
                    reply -> failure[0] = assertThrows(CallFailedException.class, reply::results));
            assertNotNull(failure[0], offer.name());
        }
        assertEquals(0, fixture.memory.getByte(AT));
    }

    @Test
    void shouldRefuseDataThatTheClientCannotReceive() {
        serve((call, reply) -> reply.putData(block.address() + 1, ROOM + 1));
        for (final Consumer<ClientCall> offer : Arrays.<Consumer<ClientCall>>asList(
                call -> {},
                call -> call.result(fixture.address(AT), ROOM),
                call -> call.longestReply(fixture.address(AT), ROOM))) {
            assertEquals("the peer answered ERR_CHUNK", get(offer, reply -> {}).failure);
        }
    }

    @Test
    void shouldLetAServiceAnswerOtherwiseIfDataDoNotFit() {
        serve((call, reply) -> {
            assertThrows(IllegalArgumentException.class, () -> reply.putData(block.address() + 1, ROOM + 1));
            assertThrows(IllegalArgumentException.class, () -> reply.putData(block.address() + 1, -1));
            reply.putInt(TAG);
        });
        for (final Offer offer : new Offer[] {Offer.NOTHING, Offer.RESULT}) {
            final Got outcome = get(call -> offer.offer(call, fixture.address(AT)), reply -> {
                assertEquals(TAG, reply.results().getInt());
                assertEquals(0, reply.results().remaining() - 4);
            });
            assertNull(outcome.failure);
        }
    }

    @Test
    void shouldDeferWithoutMemoryForDataThatTheServiceHas() {
        serve((call, reply) -> {
            call.defer(4);
            later.add(() -> {
                assertThrows(IllegalStateException.class, () -> reply.claimData(5));
                assertThrows(
                        XdrWriter.NoRoom.class, () -> reply.putData(block.address() + 1, reply.dataRoom() + 4 & -4));
                reply.putData(block.address() + 1, 5_000);
                call.reply();
            });
        });
        for (final Offer offer : new Offer[] {Offer.RESULT, Offer.REPLY_CHUNK}) {
            final Got outcome = get(
                    call -> offer.offer(call, fixture.address(AT)),
                    reply -> assertArrayEquals(sent(5_000), bytes(reply.data())));
            assertNull(outcome.failure, offer.name());
        }
    }

    @Test
    void shouldReturnChunksOfDeferredCallsThatPutLessOrNothing() {
        serve((call, reply) -> {
            call.defer(8, ROOM);
            assertThrows(IllegalStateException.class, () -> call.defer(8, 0));
            later.add(() -> {
                assertThrows(XdrWriter.NoRoom.class, () -> reply.claimData(ROOM + 1));
                reply.putInt(TAG);
                call.reply();
            });
        });
        final Got outcome = get(call -> call.result(fixture.address(AT), ROOM), reply -> {
            assertEquals(TAG, reply.results().getInt());
            assertEquals(0, reply.writeChunkLength(0));
        });
        assertNull(outcome.failure);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNotWriteItemsIntoTheReplysHead(final boolean isDeferred) {
        serve((call, reply) -> {
            if (isDeferred) {
                call.defer(100);
            }
            assertEquals(RpcProgram.RESULTS, reply.position());
            assertThrows(IllegalStateException.class, () -> reply.position(RpcProgram.RESULTS - 1));
            reply.putInt(0);
            reply.position(RpcProgram.RESULTS);
            reply.putInt(TAG);
            if (isDeferred) {
                call.reply();
            }
        });
        final Got outcome =
                get(call -> {}, reply -> assertEquals(TAG, reply.results().getInt()));
        assertNull(outcome.failure);
    }

    @Test
    void shouldNotWriteItemsAgainThatDataFollow() {
        serve((call, reply) -> {
            final int begin = reply.position();
            reply.putData(block.address() + 1, 5);
            final int end = reply.position();
            assertThrows(IllegalStateException.class, () -> reply.position(begin));
            reply.putInt(1);
            reply.position(end);
        });
        final Got outcome = get(call -> {}, reply -> assertArrayEquals(sent(5), bytes(reply.data())));
        assertNull(outcome.failure);
    }

    /** A peer's service may report a wrong length, which is either too short or too long. */
    @ParameterizedTest
    @EnumSource(
            value = Offer.class,
            names = {"NOTHING", "RESULT"})
    void shouldNotTrustALengthThatTheBytesDoNotSupport(final Offer offer) {
        serve((call, reply) -> {
            if (call.rpcCall().writeChunkCount() > 0) {
                call.rpcCall().writeChunk(0, block.address(), 4);
            }
            reply.putInt(8).putInt(1);
        });
        final Got outcome = get(
                call -> offer.offer(call, fixture.address(AT)),
                reply -> assertThrows(XdrReader.Malformed.class, reply::data));
        assertNull(outcome.failure);
        assertEquals(true, outcome.isRead);
    }
}
