// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertErrno;
import static org.rpcrdma.verbs.Access.LOCAL_WRITE;
import static org.rpcrdma.verbs.Access.MW_BIND;
import static org.rpcrdma.verbs.Access.REMOTE_READ;
import static org.rpcrdma.verbs.Access.REMOTE_WRITE;
import static org.rpcrdma.verbs.Access.ZERO_BASED;
import static org.rpcrdma.verbs.Errno.EBUSY;
import static org.rpcrdma.verbs.Errno.EINVAL;
import static org.rpcrdma.verbs.Errno.EOPNOTSUPP;
import static org.rpcrdma.verbs.Errno.EPERM;
import static org.rpcrdma.verbs.extended.ExtendedMemoryRegion.CHANGE_ACCESS;

import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.Domains;
import org.rpcrdma.rnic.key.KeyTable;
import org.rpcrdma.rnic.key.MemoryKey;
import org.rpcrdma.testkit.Inside;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.RemoteKey;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;
import org.rpcrdma.verbs.extended.ReregisterError;
import org.rpcrdma.verbs.extended.ReregisterException;

/** Tests the access that memory windows grant, and the reasons why binding fails. */
class MemoryWindowTest extends PairTest {
    private static final int LENGTH = 3 * 4096;
    private static final int START = 100;
    private static final int WINDOW = 8000;
    private static final int WRITE = REMOTE_WRITE;

    private final GuardedBuffer source = new GuardedBuffer(client.device, LENGTH).fill(1);
    private final MemoryBlock block = server.device.memory().allocate(LENGTH, 4096);
    private final ExtendedMemoryRegion region =
            server.domain.registerMemory(block.address(), LENGTH, block.address(), LOCAL_WRITE | MW_BIND);
    private final int domain = Domains.number(server.domain);
    private final KeyTable keys = Inside.of(server.device, KeyTable.class);

    @Test
    void shouldOpenAType2WindowThroughItsQueuePairOnly() {
        final MemoryWindow window = server.domain.allocateMemoryWindow(MemoryWindow.TYPE_2);
        final int key = bind2(window, WRITE);
        final int binder = server.queuePair.number();
        final QueuePair other = otherQueuePair();
        final long start = region.iova() + START;
        assertTrue(keys.allowsPeer(domain, binder, key, start, WINDOW, WRITE));
        assertFalse(keys.allowsPeer(domain, other.number(), key, start, WINDOW, WRITE));
        assertFalse(keys.allowsPeer(domain, binder, key, start, WINDOW, REMOTE_READ));
        assertFalse(keys.allowsPeer(domain, binder, key, start - 1, 2, WRITE));
        assertFalse(keys.allowsPeer(domain, binder, key, start + WINDOW - 1, 2, WRITE));
        assertFalse(keys.allowsPeer(domain, binder, key, start + 1, Long.MAX_VALUE, WRITE));
        assertFalse(keys.allows(domain, key, start, 1, 0, false), "a window is no lkey");
        assertFalse(keys.invalidate(domain, other.number(), key));
        assertTrue(keys.invalidate(domain, binder, key));
        assertFalse(keys.allowsPeer(domain, binder, key, start, 1, WRITE));
        other.close();
    }

    @Test
    void shouldBeginAZeroBasedWindowAtZero() {
        final MemoryWindow window = server.domain.allocateMemoryWindow(MemoryWindow.TYPE_2);
        final int key = bind2(window, WRITE | ZERO_BASED);
        client.post(sends -> sends.rdmaWrite(1, SIGNALED, 0, key), source.iova, WINDOW, GuardedBuffer.LKEY);
        client.runAndExpect("1:SUCCESS");
        for (int i = 0; i < LENGTH; i++) {
            final boolean isInside = i >= START && i < START + WINDOW;
            final byte expected = isInside ? source.block().buffer().get(4096 + i - START) : 0;
            assertEquals(expected, block.buffer().get(i), "byte " + i);
        }
    }

    @Test
    void shouldKeepItsRegionUnchanged() {
        final MemoryWindow window = server.domain.allocateMemoryWindow(MemoryWindow.TYPE_1);
        bind1(window, WINDOW, WRITE);
        assertErrno(EINVAL, region::close);
        bind1(window, 0, 0);
        region.close();
        assertErrno(EBUSY, server.domain::close);
        assertEquals(1, server.device.resources().memoryWindows());
        window.close();
        assertErrno(EINVAL, window::close);
        assertEquals(0, server.device.resources().memoryWindows());
    }

    @Test
    void shouldGrantNoAccessToARegionThatIsLostInAChange() {
        final MemoryWindow window = server.domain.allocateMemoryWindow(MemoryWindow.TYPE_1);
        bind1(window, WINDOW, WRITE);
        final ReregisterException refusal = assertThrows(
                ReregisterException.class, () -> region.reregister(CHANGE_ACCESS, null, 0, 0, LOCAL_WRITE));
        assertEquals(ReregisterError.CMD, refusal.error());
        assertFalse(keys.allowsPeer(domain, MemoryKey.NO_QUEUE_PAIR, window.rkey(), region.iova() + START, 1, WRITE));
        window.close();
        region.close();
    }

    @Test
    void shouldRejectUnsupportedBindsInTheVerb() {
        final MemoryWindow window = server.domain.allocateMemoryWindow(MemoryWindow.TYPE_1);
        final MemoryWindow second = server.domain.allocateMemoryWindow(MemoryWindow.TYPE_2);
        final ExtendedProtectionDomain other = server.device.allocateProtectionDomain();
        final ExtendedMemoryRegion foreign = other.registerMemory(block.address(), LENGTH, block.address(), MW_BIND);
        final ExtendedMemoryRegion zero = server.domain.registerMemory(block.address(), LENGTH, 0, MW_BIND);
        final MemoryBlock peer = server.device.peerMemory().allocate(4096, 4096);
        final ExtendedMemoryRegion ofPeer = server.domain.registerMemory(peer.address(), 64, peer.address(), MW_BIND);
        final int key = window.rkey();
        refuse(EINVAL, second, region, 64);
        refuse(EINVAL, window, null, 64);
        refuse(EPERM, window, foreign, 64);
        refuse(EINVAL, window, zero, 64);
        refuse(EOPNOTSUPP, window, ofPeer, 64);
        refuse(EOPNOTSUPP, window, region, (1L << 31) + 1);
        assertErrno(EINVAL, () -> server.queuePair.bindMemoryWindow(window, 1, 0, region, region.iova(), 64, MW_BIND));
        assertEquals(key, window.rkey(), "a refused bind leaves the key");
    }

    @Test
    void shouldRestoreItsKeyIfABindFails() {
        final MemoryWindow window = server.domain.allocateMemoryWindow(MemoryWindow.TYPE_1);
        final int key = window.rkey();
        server.queuePair.bindMemoryWindow(window, 1, SIGNALED, region, region.iova(), LENGTH + 1, WRITE);
        assertEquals(RemoteKey.increment(key), window.rkey());
        server.runAndExpect("1:MW_BIND_ERR");
        window.restoreKey(key);
        assertEquals(key, window.rkey());
        assertErrno(EINVAL, () -> window.restoreKey(key + (1 << 8)));
    }

    private void refuse(
            final Errno errno, final MemoryWindow window, final ExtendedMemoryRegion target, final long length) {
        final long address = target == null ? 0 : target.iova();
        assertErrno(
                errno, () -> server.queuePair.bindMemoryWindow(window, 1, SIGNALED, target, address, length, WRITE));
    }

    private void bind1(final MemoryWindow window, final int length, final int access) {
        server.queuePair.bindMemoryWindow(window, 1, SIGNALED, region, region.iova() + START, length, access);
        server.runAndExpect("1:SUCCESS");
    }

    private int bind2(final MemoryWindow window, final int access) {
        final int key = RemoteKey.increment(window.rkey());
        assertNotEquals(key, window.rkey());
        server.sends().bindMemoryWindow(1, SIGNALED, window, key, region, region.iova() + START, WINDOW, access);
        server.postAndExpect("1:SUCCESS");
        return key;
    }

    private QueuePair otherQueuePair() {
        return server.domain.createQueuePair(new QueuePairAttributes(server.queue, server.queue, 4, 4, 1));
    }
}
