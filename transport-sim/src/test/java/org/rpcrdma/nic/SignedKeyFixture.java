// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.rpcrdma.nic.config.MemoryMode;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.extended.BlockSignature;
import org.rpcrdma.verbs.extended.ExtendedSendRequests;
import org.rpcrdma.verbs.extended.IndirectKey;
import org.rpcrdma.verbs.extended.IndirectKeyAttributes;

/** A key of the server's over signed memory, in pieces, and a client's plain memory that goes to and from it. */
final class SignedKeyFixture {
    static final int LENGTH = 64 * 1024;
    static final int RIGHTS = Access.LOCAL_WRITE | Access.REMOTE;
    static final int INLINE = SendRequests.SIGNALED | SendRequests.INLINE;

    final ConnectedPair pair = new ConnectedPair();
    final ConnectedPair.Side client = pair.client;
    final ConnectedPair.Side server = pair.server;
    final MemoryBlock memory;
    final MemoryRegion region;
    final MemoryBlock wire = client.device.memory().allocate(LENGTH, 4096);
    final MemoryRegion wireRegion =
            client.domain.registerMemory(wire.address(), LENGTH, wire.address(), Access.LOCAL_WRITE);
    final IndirectKey key = server.domain.createIndirectKey(
            new IndirectKeyAttributes(IndirectKeyAttributes.INDIRECT | IndirectKeyAttributes.BLOCK_SIGNATURE, 4));

    SignedKeyFixture() {
        this(MemoryMode.BACKED);
    }

    SignedKeyFixture(final MemoryMode mode) {
        memory = server.device.memory(mode).allocate(LENGTH, 4096);
        region = server.domain.registerMemory(memory.address(), LENGTH, memory.address(), Access.LOCAL_WRITE);
    }

    /** Configures the key over pieces of the memory, one behind the other, that are so long. */
    void configure(final BlockSignature signature, final int... lengths) {
        final ExtendedSendRequests sends = server.sends();
        sends.configure(1, INLINE, key, 3);
        sends.setAccess(RIGHTS);
        sends.setListLayout();
        sends.setSignature(signature);
        int offset = 0;
        for (final int length : lengths) {
            sends.sge(memory.address() + offset, length, region.lkey());
            offset += length;
        }
        server.postSends();
        pair.simulation.run();
        assertEquals(List.of("1:SUCCESS"), server.completions());
    }

    /** Reads the key's bytes to the client's memory. */
    List<String> read(final int address, final int length) {
        final ExtendedSendRequests sends = client.sends();
        sends.rdmaRead(2, SendRequests.SIGNALED, address, key.rkey());
        return transfer(sends, length);
    }

    /** Writes the client's memory to the key. */
    List<String> write(final int address, final int length) {
        final ExtendedSendRequests sends = client.sends();
        sends.rdmaWrite(2, SendRequests.SIGNALED, address, key.rkey());
        return transfer(sends, length);
    }

    private List<String> transfer(final ExtendedSendRequests sends, final int length) {
        sends.sge(wire.address(), length, wireRegion.lkey());
        client.postSends();
        pair.simulation.run();
        return client.completions();
    }

    static byte[] bytes(final MemoryBlock block, final int offset, final int length) {
        final byte[] bytes = new byte[length];
        block.buffer().duplicate().position(offset).get(bytes);
        return bytes;
    }

    static void put(final MemoryBlock block, final int offset, final byte[] bytes) {
        block.buffer().duplicate().position(offset).put(bytes);
    }
}
