// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.wire.CmPrivateData;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * Sends captured calls with randomly changed headers to a complete server connection, and compares each outcome with
 * the verdict of a {@link CallOracle}.
 *
 * <pre>
 *   peer's memory   | guard | window: read, write | guard | read only | guard | another domain's |
 * </pre>
 *
 * <p>{@code main} performs a long run. Its arguments are the number of calls and the seed.
 */
final class ServerFuzz implements AutoCloseable {
    private static final int PAGE = 4096;
    private static final int WINDOW = 4 * PAGE;
    private static final int MEMORY = 9 * PAGE;
    private static final int READ_ONLY_AT = 6 * PAGE;
    private static final int OTHERS_AT = 8 * PAGE;
    private static final long WINDOW_IOVA = 0x7fff_f000L;
    private static final long READ_ONLY_IOVA = 0xffff_ffff_ffff_0000L;
    private static final byte GUARD = 0x5a;
    private static final byte WRITTEN = (byte) 0xc5;
    private static final int READ_SEGMENT = 24;
    private static final int MAX_PAYLOAD = 16_384;
    private static final int MAX_SEGMENTS = 64;
    private static final int THRESHOLD = 4096;
    private static final int MOST = 2048;

    /** The number of calls between two checks of the guards. A write to a guard remains visible. */
    private static final int GUARD_CHECKS = 16;

    private final Simulation simulation = new Simulation(1);
    private final Fabric fabric = new Fabric(simulation, CostModel.defaults());
    private final SimulatedDevice serverDevice = fabric.attach("sim0", TransportFixture.SERVER_IP);
    private final SimulatedDevice peerDevice = fabric.attach("sim1", "10.98.0.3");
    private final SeededRandom random;
    private final List<byte[]> calls;
    private final RawPeer peer;
    private final MemoryBlock block;
    private final UnsafeBuffer memory;
    private final ProtectionDomain othersDomain;
    private final List<MemoryRegion> regions = new ArrayList<>();
    private final RpcRdmaServer server;
    private final CallOracle oracle;
    private final int[] dictionary;
    private final byte[] bytes = new byte[THRESHOLD];
    private final ByteBuffer words = ByteBuffer.wrap(bytes);
    private final UnsafeBuffer sent = new UnsafeBuffer(bytes);
    private final UnsafeBuffer guard = new UnsafeBuffer(new byte[PAGE]);
    private final RpcRdmaHeader answer = new RpcRdmaHeader();
    private int length;
    private int mode;
    private int served;
    private long touched;

    /** The number of calls per verdict. */
    final Map<CallOracle.Verdict, Long> counts = new EnumMap<>(CallOracle.Verdict.class);

    ServerFuzz(final long seed, final List<byte[]> calls) {
        random = new SeededRandom(seed);
        this.calls = calls;
        server = new RpcRdmaServer(TransportFixture.serverOn(serverDevice)
                .credits(4)
                .receiveBatch(2)
                .maxPayload(MAX_PAYLOAD)
                .service(this::serve));
        peer = new RawPeer(peerDevice, privateData());
        block = peerDevice.memory().allocate(MEMORY, PAGE);
        memory = new UnsafeBuffer(block.address(), MEMORY);
        memory.setMemory(0, MEMORY, GUARD);
        guard.setMemory(0, PAGE, GUARD);
        othersDomain = peerDevice.allocateProtectionDomain();
        final int both = Access.LOCAL_WRITE | Access.REMOTE_READ | Access.REMOTE_WRITE;
        regions.add(peer.grant(block.address() + PAGE, WINDOW, WINDOW_IOVA, both));
        regions.add(peer.grant(block.address() + READ_ONLY_AT, PAGE, READ_ONLY_IOVA, Access.REMOTE_READ));
        regions.add(othersDomain.registerMemory(block.address() + OTHERS_AT, PAGE, WINDOW_IOVA, both));
        dictionary = new int[] {
            regions.get(0).rkey(),
            regions.get(1).rkey(),
            regions.get(2).rkey(),
            (int) WINDOW_IOVA,
            (int) READ_ONLY_IOVA,
            -1,
            Integer.MIN_VALUE,
            Integer.MAX_VALUE,
            MAX_PAYLOAD,
            WINDOW,
            PAGE,
            1,
            0,
            64,
            65
        };
        oracle = new CallOracle(
                List.of(
                        new CallOracle.Grant(regions.get(0).rkey(), WINDOW_IOVA, WINDOW, true, true),
                        new CallOracle.Grant(regions.get(1).rkey(), READ_ONLY_IOVA, PAGE, true, false)),
                MAX_PAYLOAD,
                MAX_SEGMENTS,
                THRESHOLD);
        connect();
    }

    private static byte[] privateData() {
        final byte[] data = new byte[CmPrivateData.LENGTH];
        CmPrivateData.write(new UnsafeBuffer(data), 0, false, THRESHOLD, THRESHOLD);
        return data;
    }

    private void connect() {
        peer.connect();
        simulation.run();
        assertTrue(peer.connected);
    }

    /** Returns the client's messages in the given captures. */
    static List<byte[]> captured(final String... names) {
        final List<byte[]> messages = new ArrayList<>();
        for (final String name : names) {
            final String corpus = "/fuzz/" + name + ".calls.gz";
            try (DataInputStream calls =
                    new DataInputStream(new GZIPInputStream(ServerFuzz.class.getResourceAsStream(corpus)))) {
                while (true) {
                    messages.add(calls.readNBytes(calls.readUnsignedShort()));
                }
            } catch (final EOFException e) {
                continue;
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return messages;
    }

    /** Reads all data received, and fills everything that can be written. */
    private void serve(final RpcCall call) {
        served++;
        touch(call.message(), call.messageOffset(), call.messageLength());
        touch(call.readPayload(), 0, call.readPayload().capacity());
        if (mode == 2) {
            call.refuse();
            return;
        }
        if (mode == 3) {
            call.drop();
            return;
        }
        for (int i = 0; i < call.writeChunkCount(); i++) {
            final int capacity = call.writeChunkCapacity(i);
            call.writeChunk(i, capacity).setMemory(0, capacity, WRITTEN);
        }
        if (mode == 1) {
            call.defer();
        }
        final int room = call.replyMessage().capacity();
        call.replyMessage().setMemory(0, room, WRITTEN);
        call.reply(room);
    }

    private void touch(final DirectBuffer buffer, final int offset, final int count) {
        int i = 0;
        for (; i + Long.BYTES <= count; i += Long.BYTES) {
            touched += buffer.getLong(offset + i);
        }
        for (; i < count; i++) {
            touched += buffer.getByte(offset + i);
        }
    }

    void run(final long count) {
        for (long i = 0; i < count; i++) {
            mutate();
            mode = random.nextInt(8);
            try {
                check(oracle.judge(bytes, length));
            } catch (final RuntimeException | AssertionError e) {
                throw new AssertionError(
                        "call=" + i + " mode=" + mode + " bytes="
                                + HexFormat.of().formatHex(bytes, 0, length),
                        e);
            }
        }
    }

    private void check(final CallOracle.Verdict verdict) {
        final boolean writes = mode != 2 && mode != 3;
        served = 0;
        peer.messages.clear();
        peer.send(sent, length);
        simulation.run();
        counts.merge(verdict, 1L, Long::sum);
        switch (verdict) {
            case DROPPED -> assertAnswer(0, 0, 0);
            case ERR_VERS -> assertAnswer(0, 1, RpcRdmaHeader.ERR_VERS);
            case ERR_CHUNK -> assertAnswer(0, 1, RpcRdmaHeader.ERR_CHUNK);
            case SERVED -> assertAnswer(1, mode == 3 ? 0 : 1, mode == 2 ? RpcRdmaHeader.ERR_CHUNK : 0);
            case TOO_LONG -> assertEndedByAnError();
            default -> assertEnded(writes);
        }
        if (random.nextInt(GUARD_CHECKS) == 0) {
            assertUntouched();
        }
    }

    private void assertAnswer(final int calls, final int answers, final int error) {
        assertEquals(calls, served, "served");
        assertEquals(false, peer.disconnected, "disconnected");
        assertEquals(answers, peer.messages.size(), "answers");
        if (answers > 0) {
            assertFirstAnswer(error);
        }
    }

    private void assertFirstAnswer(final int error) {
        final UnsafeBuffer message = peer.messages.get(0);
        assertEquals(0, answer.wrap(message, 0, message.capacity()));
        assertEquals(words.getInt(0), answer.xid());
        assertEquals(4, answer.credits());
        if (error == 0) {
            assertTrue(answer.procedure() < RpcRdmaHeader.RDMA_MSGP, "procedure");
        } else {
            assertEquals(RpcRdmaHeader.RDMA_ERROR, answer.procedure());
            assertEquals(error, answer.errorCode());
        }
    }

    /**
     * Asserts that a peer that refers to another peer's memory has lost its connection. If there was nothing to write,
     * the connection may continue.
     */
    private void assertEnded(final boolean writes) {
        if (!peer.disconnected) {
            assertEquals(1, served);
            assertTrue(!writes, "not ended");
            return;
        }
        assertEquals(0, peer.messages.size(), "answers");
        connectAgain();
    }

    private void assertEndedByAnError() {
        assertEquals(0, served, "served");
        assertTrue(peer.disconnected, "not ended");
        assertEquals(1, peer.messages.size(), "answers");
        assertFirstAnswer(RpcRdmaHeader.ERR_CHUNK);
        connectAgain();
    }

    private void connectAgain() {
        peer.disconnect();
        simulation.run();
        assertEquals(0, server.connections(), "connections");
        connect();
    }

    private void assertUntouched() {
        for (final int at : new int[] {0, PAGE + WINDOW, READ_ONLY_AT, READ_ONLY_AT + PAGE, OTHERS_AT}) {
            for (int i = 0; i < PAGE; i += Long.BYTES) {
                if (memory.getLong(at + i) != guard.getLong(i)) {
                    throw new AssertionError("memory that was not granted was written: at=" + (at + i));
                }
            }
        }
    }

    private void mutate() {
        final byte[] call = calls.get(random.nextInt(calls.size()));
        System.arraycopy(call, 0, bytes, 0, call.length);
        length = call.length;
        if (answer.wrap(sent, 0, length) == 0) {
            placeSegments();
            swapReads(answer.readSegmentCount());
        }
        for (int i = random.nextInt(5); i > 0; i--) {
            change();
        }
    }

    /** Changes the captured segments so that they refer to granted memory. */
    private void placeSegments() {
        int at = 16;
        for (int i = 0; i < answer.readSegmentCount(); i++, at += 24) {
            placeSegment(at + 8);
            if (random.nextInt(8) == 0) {
                // A position near the highest valid position of the chunk.
                final int reach = length - answer.headerLength() + (i == 0 ? 0 : words.getInt(20 + 24 * (i - 1) + 8));
                words.putInt(at + 4, (reach & -4) + 4 * (random.nextInt(5) - 2));
            }
        }
        at += 4;
        for (int chunk = 0; chunk < answer.writeChunkCount(); chunk++) {
            final int segments = answer.writeSegmentCount(chunk);
            for (int i = 0; i < segments; i++) {
                placeSegment(at + 8 + 16 * i);
            }
            at += 8 + 16 * segments;
        }
        for (int i = 0; i < answer.replySegmentCount(); i++) {
            placeSegment(at + 12 + 16 * i);
        }
    }

    /** Reorders some Read lists and lengthens others. RFC 8166 does not prescribe an order of Read segments. */
    private void swapReads(final int segments) {
        if (segments > 0 && random.nextInt(4) == 0) {
            final int first = 16 + READ_SEGMENT * random.nextInt(segments);
            final int second = 16 + READ_SEGMENT * random.nextInt(segments);
            final byte[] moved = Arrays.copyOfRange(bytes, first, first + READ_SEGMENT);
            System.arraycopy(bytes, second, bytes, first, READ_SEGMENT);
            System.arraycopy(moved, 0, bytes, second, READ_SEGMENT);
        }
    }

    private void placeSegment(final int at) {
        final int room = random.nextInt(WINDOW + 1);
        words.putInt(at, regions.get(0).rkey());
        words.putInt(at + 4, Math.min(words.getInt(at + 4), WINDOW - room));
        words.putLong(at + 8, WINDOW_IOVA + room);
    }

    private void change() {
        final int headerWords = Math.min(length, 24 + random.nextInt(256)) / 4;
        final int at = 4 * random.nextInt(Math.max(1, headerWords));
        switch (random.nextInt(8)) {
            case 0 -> words.putInt(at, (int) random.nextLong());
            case 1 -> words.putInt(at, random.nextInt(9));
            case 2, 3 -> words.putInt(at, dictionary[random.nextInt(dictionary.length)]);
            case 4 -> words.putInt(at, words.getInt(at) ^ 1 << random.nextInt(32));
            case 5 -> words.putInt(at, words.getInt(at) + random.nextInt(9) - 4);
            case 6 -> repeat(at);
            default -> length = 1 + random.nextInt(random.nextBoolean() ? length : Math.min(length + 64, MOST));
        }
    }

    /** Repeats some bytes of the header, which lengthens lists and shifts all bytes after them. */
    private void repeat(final int at) {
        final int count = Math.min(24 * (1 + random.nextInt(4)), length - at);
        if (count > 0 && length + count <= MOST) {
            System.arraycopy(bytes, at, bytes, at + count, length - at);
            length += count;
        }
    }

    @Override
    public void close() {
        assertUntouched();
        peer.disconnect();
        simulation.run();
        assertEquals(0, server.connections());
        regions.forEach(MemoryRegion::close);
        othersDomain.close();
        peer.close();
        block.close();
        server.close();
        simulation.run();
        serverDevice.close();
        peerDevice.close();
    }

    /**
     * Performs a long run.
     *
     * @param arguments the number of calls, and the seed.
     */
    public static void main(final String[] arguments) {
        final long count = Long.parseLong(arguments[0]);
        final long seed = Long.parseLong(arguments[1]);
        final List<byte[]> calls = captured("nfs3", "nfs41", "nfs42fio");
        final long slice = 1_000_000;
        final long begun = System.nanoTime();
        for (long done = 0; done < count; done += slice) {
            final ServerFuzz fuzz = new ServerFuzz(seed + done, calls);
            fuzz.run(Math.min(slice, count - done));
            fuzz.close();
            System.out.printf(
                    "%d calls, %.0f a second: %s%n",
                    Math.min(done + slice, count),
                    Math.min(done + slice, count) * 1e9 / (System.nanoTime() - begun),
                    fuzz.counts);
        }
    }
}
