// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.dcache.oncrpc4j.xdr.Xdr;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.transport.EventLoopRunner;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * Tests that replies are sent from their original memory if the device can access it, and that all other replies are
 * copied once.
 */
class AnswerLayoutTest {
    private static final int ROOM = 128;
    private static final DdpRule DATA = new DdpRule(arguments -> {}, MessageWalk::item);

    private final SimulatedDevice device =
            new Fabric(new Simulation(1), CostModel.defaults()).attach("sim0", "10.98.0.1");
    private final EventLoopRunner runner = EventLoopRunner.start("layout", device.newEventLoop());
    private final MessageMemory memory = new MessageMemory(runner, device.memory());
    private final RegisteredBuffer registered = memory.allocate(8192);
    private final UnsafeBuffer head = new UnsafeBuffer(new byte[ROOM]);
    private final List<String> sent = new ArrayList<>();
    private final List<MemoryBlock> blocks = new ArrayList<>();

    @AfterEach
    void close() {
        blocks.forEach(memory::give);
        registered.close();
        runner.call(memory::close);
        runner.close();
        device.close();
    }

    private RpcCall call(final int writeChunks) {
        return (RpcCall) Proxy.newProxyInstance(
                RpcCall.class.getClassLoader(),
                new Class<?>[] {RpcCall.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "writeChunkCount" -> writeChunks;
                    case "hasReplyChunk" -> writeChunks == 0;
                    case "replyCapacity" -> ROOM;
                    case "replyMessage" -> head;
                    case "writeChunk" ->
                        sent.add("chunk " + arguments[0] + " " + name((long) arguments[1]) + " " + arguments[2]);
                    case "replyPart" -> sent.add("part " + name((long) arguments[0]) + " " + arguments[1]);
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private String name(final long address) {
        return registered.covers(address, 1) && address >= registered.address()
                ? "registered+" + (address - registered.address())
                : "copy";
    }

    private int place(final RpcCall call, final Words results) throws Exception {
        final Xdr xdr = new Xdr(1024);
        xdr.beginEncoding();
        Words.ints(xdr, 1, 1, 0, 0, 0, 0);
        results.xdrEncode(xdr);
        xdr.endEncoding();
        return new AnswerLayout(call, ByteBuffer.allocate(0), new EncodedMessage(xdr.asBuffer()), memory, blocks)
                .place(DATA);
    }

    @Test
    void shouldWriteRegisteredDataIntoItsChunkFromItsPlace() throws Exception {
        final int length = place(
                call(1),
                new Words(xdr ->
                        xdr.xdrEncodeShallowByteBuffer(registered.buffer().slice(100, 4001))));
        assertEquals(List.of("chunk 0 registered+100 4001"), sent);
        assertEquals(28, length);
        assertEquals(List.of(), blocks);
    }

    @Test
    void shouldCopyDataOfTheHeapOnceIntoItsChunk() throws Exception {
        place(call(1), new Words(xdr -> xdr.xdrEncodeDynamicOpaque(new byte[4001])));
        assertEquals(List.of("chunk 0 copy 4001"), sent);
        assertEquals(1, blocks.size());
    }

    @Test
    void shouldCopyReadOnlyData() throws Exception {
        place(
                call(1),
                new Words(xdr ->
                        xdr.xdrEncodeShallowByteBuffer(registered.buffer().asReadOnlyBuffer())));
        assertEquals(List.of("chunk 0 copy 8192"), sent);
    }

    @Test
    void shouldSendALongMessageInPartsOfItsMemory() throws Exception {
        final int length = place(call(0), new Words(xdr -> {
            xdr.xdrEncodeShallowByteBuffer(registered.buffer().slice(0, 4000));
            xdr.xdrEncodeDynamicOpaque(new byte[600]);
        }));
        assertEquals(28, length);
        assertEquals(List.of("part registered+0 4000", "part copy 604"), sent);
    }

    @Test
    void shouldFillTheHeadFirst() throws Exception {
        final int length = place(call(0), new Words(xdr -> xdr.xdrEncodeDynamicOpaque(new byte[600])));
        assertEquals(ROOM, length);
        assertEquals(List.of("part copy " + (28 + 600 - ROOM)), sent);
        assertTrue(blocks.size() == 1);
    }
}
