// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.rpcrdma.testkit.Refusals.assertErrno;
import static org.rpcrdma.verbs.extended.IndirectKeyAttributes.INDIRECT;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.PostException;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;
import org.rpcrdma.verbs.extended.ExtendedSendRequests;
import org.rpcrdma.verbs.extended.IndirectKey;
import org.rpcrdma.verbs.extended.IndirectKeyAttributes;

class IndirectKeyTest extends PairTest {
    private static final int PAGE = 4096;
    private static final int RIGHTS = Access.LOCAL_WRITE | Access.REMOTE;
    private static final int INLINE = SendRequests.SIGNALED | SendRequests.INLINE;

    private final MemoryBlock memory = server.device.memory().allocate(4 * PAGE, PAGE);
    private final MemoryRegion region =
            server.domain.registerMemory(memory.address(), 4 * PAGE, memory.address(), Access.LOCAL_WRITE);
    private final GuardedBuffer sink = new GuardedBuffer(client.device, 4 * PAGE);

    IndirectKeyTest() {
        for (int i = 0; i < 4 * PAGE; i++) {
            memory.buffer().put(i, value(i));
        }
    }

    private static byte value(final int i) {
        return (byte) (1 + (i * 7 + (i >> 8)) % 100);
    }

    private IndirectKey key() {
        return server.domain.createIndirectKey(new IndirectKeyAttributes(INDIRECT, 4));
    }

    private void list(final IndirectKey key, final int access, final long... offsetsAndLengths) {
        final ExtendedSendRequests sends = server.sends();
        sends.configureList(1, INLINE, key, access);
        for (int i = 0; i < offsetsAndLengths.length; i += 2) {
            sends.sge(memory.address() + offsetsAndLengths[i], (int) offsetsAndLengths[i + 1], region.lkey());
        }
        server.postAndExpect("1:SUCCESS");
    }

    private List<String> read(final IndirectKey key, final long address, final int length) {
        client.post(
                sends -> sends.rdmaRead(2, SendRequests.SIGNALED, address, key.rkey()),
                sink.iova,
                length,
                GuardedBuffer.LKEY);
        pair.simulation.run();
        return client.completions();
    }

    private void assertRead(final int at, final int from, final int count) {
        for (int i = 0; i < count; i++) {
            assertEquals(value(from + i), sink.block().buffer().get(GuardedBuffer.GUARD + at + i), "byte " + (at + i));
        }
    }

    @Test
    void shouldLeadThroughIndirectKeysToMemory() {
        final IndirectKey inner = key();
        list(inner, Access.LOCAL_WRITE, 100, 50, 300, 50);
        final IndirectKey outer = key();
        final ExtendedSendRequests sends = server.sends();
        sends.configureList(1, INLINE, outer, Access.REMOTE_READ);
        sends.sge(25, 50, inner.lkey());
        sends.sge(memory.address() + 1000, 10, region.lkey());
        server.postAndExpect("1:SUCCESS");
        assertEquals(List.of("2:SUCCESS"), read(outer, 0, 60));
        assertRead(0, 125, 25);
        assertRead(25, 300, 25);
        assertRead(50, 1000, 10);
        inner.close();
        assertEquals(List.of("2:REM_ACCESS_ERR"), read(outer, 0, 60));
    }

    @Test
    void shouldRejectACycleOfIndirectKeys() {
        final IndirectKey first = key();
        final IndirectKey second = key();
        for (final IndirectKey[] link : new IndirectKey[][] {{first, second}, {second, first}}) {
            server.post(sends -> sends.configureList(1, INLINE, link[0], RIGHTS), 0, 100, link[1].lkey());
            server.runAndExpect("1:SUCCESS");
        }
        assertEquals(List.of("2:REM_ACCESS_ERR"), read(first, 0, 10));
    }

    @Test
    void shouldFindEqualEntriesByTheAddress() {
        final IndirectKey key = server.domain.createIndirectKey(new IndirectKeyAttributes(INDIRECT, 4, PAGE));
        list(key, RIGHTS, 2 * PAGE, 0, 0, 0, PAGE, 0);
        assertEquals(List.of("2:SUCCESS"), read(key, PAGE - 50, PAGE + 100));
        assertRead(0, 3 * PAGE - 50, 50);
        assertRead(50, 0, PAGE);
        assertRead(PAGE + 50, PAGE, 50);
    }

    @Test
    void shouldWriteOnlyWhereTheEntryMayBeWritten() {
        final MemoryRegion readOnly = server.domain.registerMemory(memory.address(), PAGE, memory.address(), 0);
        final IndirectKey key = key();
        server.post(sends -> sends.configureList(1, INLINE, key, RIGHTS), memory.address(), PAGE, readOnly.lkey());
        pair.simulation.run();
        client.post(
                sends -> sends.rdmaWrite(2, SendRequests.SIGNALED, 0, key.rkey()), sink.iova, 10, GuardedBuffer.LKEY);
        client.runAndExpect("2:REM_ACCESS_ERR");
        assertEquals(value(0), memory.buffer().get(0));
    }

    @Test
    void shouldKeepItsLayoutIfOnlyItsRightsChange() {
        final IndirectKey key = key();
        list(key, RIGHTS, 50, 100);
        final ExtendedSendRequests sends = server.sends();
        sends.configure(1, INLINE, key, 1);
        sends.setAccess(Access.REMOTE_READ);
        server.postAndExpect("1:SUCCESS");
        assertEquals(List.of("2:SUCCESS"), read(key, 0, 100));
        assertRead(0, 50, 100);
    }

    @Test
    void shouldFailForAKeyOfAnotherDomain() {
        final ExtendedProtectionDomain other = server.device.allocateProtectionDomain();
        final IndirectKey key = other.createIndirectKey(new IndirectKeyAttributes(INDIRECT, 4));
        server.post(sends -> sends.configureList(1, INLINE, key, RIGHTS), memory.address(), 10, region.lkey());
        server.runAndExpect("1:MW_BIND_ERR");
    }

    @Test
    void shouldRejectMalformedChanges() {
        final IndirectKey key = key();
        assertPostErrno(Errno.EOPNOTSUPP, () -> server.sends().configureList(1, 0, key, RIGHTS));
        assertPostErrno(Errno.EINVAL, () -> server.sends().configureList(1, INLINE, key, Access.MW_BIND));
        assertPostErrno(Errno.EINVAL, () -> server.sends().configure(1, INLINE, key, 1));
        assertPostErrno(Errno.EINVAL, () -> {
            final ExtendedSendRequests sends = server.sends();
            sends.configure(1, INLINE, key, 2);
            sends.setAccess(RIGHTS);
            sends.setAccess(RIGHTS);
        });
        assertPostErrno(Errno.EINVAL, () -> {
            final ExtendedSendRequests sends = server.sends();
            sends.configureInterleaved(1, INLINE, key, RIGHTS, 0);
            sends.interleaved(memory.address(), 8, 0, region.lkey());
        });
        assertPostErrno(Errno.EINVAL, () -> {
            final ExtendedSendRequests sends = server.sends();
            sends.configureInterleaved(1, INLINE, key, RIGHTS, 1);
            sends.interleaved(memory.address(), 0x10000, 0, region.lkey());
        });
        assertPostErrno(Errno.ENOMEM, () -> {
            final ExtendedSendRequests sends = server.sends();
            sends.configureInterleaved(1, INLINE, key, RIGHTS, 1);
            for (int i = 0; i < 4; i++) {
                sends.interleaved(memory.address(), 8, 0, region.lkey());
            }
        });
        assertErrno(Errno.EINVAL, () -> {
            final ExtendedSendRequests sends = server.sends();
            sends.send(1, 0);
            sends.setAccess(RIGHTS);
        });
    }

    @Test
    void shouldRefuseToBeCreatedWithoutItsFlagOrWithBadEntries() {
        assertErrno(Errno.EOPNOTSUPP, () -> server.domain.createIndirectKey(new IndirectKeyAttributes(0, 4)));
        assertErrno(Errno.EOPNOTSUPP, () -> server.domain.createIndirectKey(new IndirectKeyAttributes(1 | 1 << 9, 4)));
        assertErrno(Errno.EINVAL, () -> server.domain.createIndirectKey(new IndirectKeyAttributes(1, 0)));
        assertErrno(Errno.EINVAL, () -> server.domain.createIndirectKey(new IndirectKeyAttributes(1, 4, 100)));
    }

    @Test
    void shouldHoldItsDomain() {
        final ExtendedProtectionDomain other = server.device.allocateProtectionDomain();
        final IndirectKey key = other.createIndirectKey(new IndirectKeyAttributes(INDIRECT, 4));
        assertErrno(Errno.EBUSY, other::close);
        key.close();
        assertErrno(Errno.EINVAL, key::close);
        other.close();
    }

    private void assertPostErrno(final Errno expected, final Runnable staging) {
        staging.run();
        assertErrno(PostException.class, expected, server::postSends);
    }
}
