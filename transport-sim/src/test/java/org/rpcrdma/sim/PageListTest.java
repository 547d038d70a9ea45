// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.rpcrdma.testkit.Refusals.assertErrno;
import static org.rpcrdma.verbs.Access.REMOTE_READ;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.PostException;
import org.rpcrdma.verbs.extended.ExtendedSendRequests;
import org.rpcrdma.verbs.extended.FastRegisterPageList;

/** Fast registrations of page lists that the application allocates. */
class PageListTest extends PairTest {
    private static final int LENGTH = 65_536;
    private static final int PAGE = 8192;
    private static final int OFFSET = 100;
    private static final int RANGE = 2 * PAGE - OFFSET - 50;
    private static final long IOVA = 0x7_0000_0000L + OFFSET;

    private final MemoryBlock block = server.device.memory().allocate(LENGTH, LENGTH);
    private final long dma = server.device.dma().map(block.address(), LENGTH, DmaDirection.BIDIRECTIONAL);
    private final GuardedBuffer sink = new GuardedBuffer(client.device, 2 * PAGE);
    private final FastRegisterRegion region = server.domain.allocateFastRegisterRegion(4);
    private final FastRegisterPageList pages = server.device.allocateFastRegisterPageList(2);

    PageListTest() {
        final ByteBuffer bytes = block.buffer();
        for (int i = 0; i < LENGTH; i++) {
            bytes.put(i, byteAt(i));
        }
    }

    private static byte byteAt(final int i) {
        return (byte) (i * 31 + (i >>> 8));
    }

    @Test
    void shouldMakeLargePagesOneRange() {
        setPages(2 * PAGE, 0);
        register(region.nextKey(), pages);
        server.expect("1:SUCCESS");
        read(IOVA, RANGE);
        client.expect("9:SUCCESS");
        assertRead(2 * PAGE, 0);
        read(IOVA + 1, RANGE);
        client.expect("9:REM_ACCESS_ERR");
    }

    @Test
    void shouldKeepAListUntilItsRegistrationHasCompleted() {
        setPages(0, PAGE);
        postRegister(region.nextKey(), pages);
        assertErrno(Errno.EBUSY, () -> pages.set(0, dma));
        assertErrno(Errno.EBUSY, pages::close);
        pair.simulation.run();
        setPages(4 * PAGE, 5 * PAGE);
        read(IOVA, RANGE);
        assertRead(0, PAGE);
        pages.close();
        assertErrno(Errno.EINVAL, pages::close);
        assertEquals(0, server.device.resources().pageLists());
    }

    @Test
    void shouldBindOneRegionToListAfterListWithoutWaiting() {
        final FastRegisterPageList second = server.device.allocateFastRegisterPageList(2);
        setPages(0, PAGE);
        second.set(0, dma + 4 * PAGE);
        second.set(1, dma + 2 * PAGE);
        final int key = region.nextKey();
        final ExtendedSendRequests sends = server.sends();
        stage(sends, 1, key, pages);
        sends.localInvalidate(2, SIGNALED, key);
        stage(sends, 3, key + 1, second);
        server.postAndExpect("1:SUCCESS", "2:SUCCESS", "3:SUCCESS");
        read(IOVA, RANGE);
        assertRead(4 * PAGE, 2 * PAGE);
        second.close();
        pages.close();
    }

    @Test
    void shouldGiveAListBackThatWasFlushed() {
        setPages(0, PAGE);
        server.queuePair.toError();
        postRegister(region.nextKey(), pages);
        pages.close();
        server.expect("1:WR_FLUSH_ERR");
    }

    @Test
    void shouldRefuseWhatMakesNoRange() {
        setPages(0, PAGE);
        refuse(2, 2048, OFFSET, RANGE, IOVA);
        refuse(2, 6000, OFFSET, RANGE, IOVA);
        refuse(0, PAGE, OFFSET, 1, IOVA);
        refuse(3, PAGE, OFFSET, RANGE, IOVA);
        refuse(2, PAGE, OFFSET, 0, IOVA);
        refuse(2, PAGE, OFFSET, -1, IOVA);
        refuse(2, PAGE, OFFSET, 2 * PAGE - OFFSET + 1, IOVA);
        refuse(2, PAGE, OFFSET + 1, RANGE, IOVA);
        refuse(2, PAGE, PAGE, 1, IOVA);
        refuse(2, PAGE, -1, RANGE, IOVA);
        refuse(2, PAGE, OFFSET, RANGE, -PAGE + OFFSET);
        pages.set(1, dma + 4096);
        refuse(2, PAGE, OFFSET, RANGE, IOVA);
        pages.set(1, -PAGE);
        refuse(2, PAGE, OFFSET, RANGE, IOVA);
        assertErrno(Errno.EINVAL, () -> server.device.allocateFastRegisterPageList(0));
        assertErrno(Errno.EINVAL, () -> server.device.allocateFastRegisterPageList(513));
    }

    private void refuse(final int count, final int pageSize, final int offset, final int length, final long iova) {
        final ExtendedSendRequests sends = server.sends();
        sends.registerPages(1, 0, region, region.nextKey(), REMOTE_READ, pages, count, pageSize, offset, length, iova);
        assertErrno(PostException.class, Errno.EINVAL, server::postSends);
    }

    private void setPages(final int first, final int second) {
        pages.set(0, dma + first);
        pages.set(1, dma + second);
    }

    private void register(final int key, final FastRegisterPageList list) {
        postRegister(key, list);
        pair.simulation.run();
    }

    private void postRegister(final int key, final FastRegisterPageList list) {
        stage(server.sends(), 1, key, list);
        server.postSends();
    }

    private void stage(
            final ExtendedSendRequests sends, final long id, final int key, final FastRegisterPageList list) {
        sends.registerPages(id, SIGNALED, region, key, REMOTE_READ, list, 2, PAGE, OFFSET, RANGE, IOVA);
    }

    private void read(final long address, final int length) {
        client.post(sends -> sends.rdmaRead(9, SIGNALED, address, region.key()), sink.iova, length, GuardedBuffer.LKEY);
        pair.simulation.run();
    }

    private void assertRead(final int first, final int second) {
        final ByteBuffer bytes = sink.block().buffer();
        for (int i = 0; i < RANGE; i++) {
            final int inPages = OFFSET + i;
            final int place = inPages < PAGE ? first + inPages : second + inPages - PAGE;
            assertEquals(byteAt(place), bytes.get(4096 + i), "byte " + i);
        }
    }
}
