// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.rpcrdma.testkit.Refusals.assertErrno;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.RemoteKey;
import org.rpcrdma.verbs.SendRequests;

class FastRegisterTest extends PairTest {
    private final GuardedBuffer memory = new GuardedBuffer(server.device, 8 * 4096).fill(1);
    private final GuardedBuffer sink = new GuardedBuffer(client.device, 8 * 4096);
    private final FastRegisterRegion region = server.domain.allocateFastRegisterRegion(4);

    @Test
    void shouldChargeAPageListAsWasMeasured() {
        final FastRegisterRegion large = server.domain.allocateFastRegisterRegion(64);
        final GuardedBuffer pages = new GuardedBuffer(server.device, 64 * 4096);
        final long before = server.loop.nanoTime();
        large.setPages(new long[] {pages.iova}, new int[] {4096}, 1, pages.iova);
        final long one = server.loop.nanoTime();
        large.setPages(new long[] {pages.iova}, new int[] {64 * 4096}, 1, pages.iova);
        assertEquals(525, one - before);
        assertEquals(928, server.loop.nanoTime() - one);
    }

    @Test
    void shouldMakeScatteredPagesOneRange() {
        final long[] pages = {memory.iova + 3 * 4096 + 96, memory.iova, memory.iova + 5 * 4096};
        final int[] lengths = {4000, 4096, 50};
        final long iova = 0x7_0000_0000L + 96;
        region.setPages(pages, lengths, 3, iova);
        assertEquals(List.of("1:SUCCESS"), register(RemoteKey.increment(region.key()), Access.REMOTE_READ));
        read(iova, 8146);
        client.expect("1:SUCCESS");
        for (int i = 0; i < 8146; i++) {
            final int place = i < 4000 ? 3 * 4096 + 96 + i : i < 8096 ? i - 4000 : 5 * 4096 + i - 8096;
            assertEquals(
                    memory.block().buffer().get(4096 + place),
                    sink.block().buffer().get(4096 + i),
                    "byte " + i);
        }
    }

    @Test
    void shouldAcceptAnIovaInTheUpperHalf() {
        final long iova = 0xdeadbeef_00000000L + 10;
        region.setPages(new long[] {memory.iova + 10}, new int[] {5000}, 1, iova);
        assertEquals(List.of("1:SUCCESS"), register(region.key(), Access.REMOTE_READ));
        read(iova, 5000);
        client.expect("1:SUCCESS");
        sink.assertHolds(1, 0, 10, 5000);
        read(iova - 1, 10);
        client.expect("1:REM_ACCESS_ERR");
    }

    @Test
    void shouldAcceptContiguousRangesWithinAPage() {
        region.setPages(new long[] {memory.iova + 10, memory.iova + 110}, new int[] {100, 5000}, 2, 10);
        assertEquals(List.of("1:SUCCESS"), register(region.key(), Access.REMOTE_READ));
        read(10, 5100);
        client.expect("1:SUCCESS");
        sink.assertHolds(1, 0, 10, 5100);
    }

    @Test
    void shouldReadThePageListWhenTheRegistrationIsPosted() {
        setPage(0);
        final SendRequests sends = server.sends();
        sends.registerMemory(1, SIGNALED, region, RemoteKey.increment(region.key()), Access.REMOTE_READ);
        server.postSends();
        setPage(2);
        server.runAndExpect("1:SUCCESS");
        read(0, 4096);
        sink.assertHolds(1, 0, 0, 4096);
        final SendRequests again = server.sends();
        again.localInvalidate(2, SIGNALED, region.key());
        again.registerMemory(3, SIGNALED, region, RemoteKey.increment(region.key()), Access.REMOTE_READ);
        server.postAndExpect("2:SUCCESS", "3:SUCCESS");
        read(0, 4096);
        sink.assertHolds(1, 0, 2 * 4096, 4096);
        client.expect("1:SUCCESS", "1:SUCCESS");
    }

    @Test
    void shouldCloseTheOldKeyWithEachStepOfTheLowByte() {
        setPage(0);
        final int old = region.key() | 0xff;
        register(old, Access.REMOTE_READ);
        final SendRequests sends = server.sends();
        sends.localInvalidate(2, 0, old);
        sends.registerMemory(3, SIGNALED, region, old & ~0xff, Access.REMOTE_READ);
        server.postAndExpect("3:SUCCESS");
        assertEquals(old & ~0xff, region.key());
        readWith(0, 10, old);
        client.expect("1:REM_ACCESS_ERR");
    }

    @Test
    void shouldRefuseARegionWithoutPages() {
        assertEquals(List.of("1:LOC_QP_OP_ERR"), register(region.key(), 0));
    }

    @Test
    void shouldOccupyTheSendQueueForTheTimeOfARegistration() {
        setPage(0);
        final long begin = server.loop.nanoTime();
        final SendRequests sends = server.sends();
        for (int i = 0; i < 5; i++) {
            sends.registerMemory(i, i == 4 ? SIGNALED : 0, region, region.key() + i, 0);
            sends.localInvalidate(10, 0, region.key() + i);
        }
        server.postSends();
        while (server.completions().isEmpty()) {
            pair.simulation.step();
        }
        assertEquals(begin + 75 + 9 * 1000, pair.simulation.nanoTime());
    }

    @Test
    void shouldRefusePageListsWithGapsOrTooManyPages() {
        final long base = memory.iova;
        assertEinval(() -> region.setPages(new long[] {base, base + 4097}, new int[] {4096, 10}, 2, 0));
        assertEinval(() -> region.setPages(new long[] {base, base + 8192}, new int[] {4095, 10}, 2, 0));
        assertEinval(() -> region.setPages(new long[] {base}, new int[] {4 * 4096 + 1}, 1, 0));
        assertEinval(() -> region.setPages(new long[] {base + 1}, new int[] {4 * 4096}, 1, 1));
        assertEinval(() -> region.setPages(new long[] {base + 1}, new int[] {10}, 1, 2));
        assertEinval(() -> region.setPages(new long[] {base}, new int[] {0}, 1, 0));
        assertEinval(() -> region.setPages(new long[] {base}, new int[] {10}, 2, 0));
        assertEinval(() -> region.setPages(new long[] {base}, new int[] {10}, 0, 0));
        assertEinval(() -> region.setPages(new long[] {base}, new int[] {4097}, 1, -4096));
        assertEinval(() -> server.domain.allocateFastRegisterRegion(0));
        assertEinval(() -> server.domain.allocateFastRegisterRegion(513));
    }

    @Test
    void shouldChargeAllocationAndDeregistration() {
        final long begin = server.loop.nanoTime();
        final FastRegisterRegion other = server.domain.allocateFastRegisterRegion(1);
        assertEquals(162_000, server.loop.nanoTime() - begin);
        other.setPages(new long[] {memory.iova}, new int[] {4096}, 1, 0);
        assertEquals(162_525, server.loop.nanoTime() - begin);
        other.close();
        assertEquals(366_525, server.loop.nanoTime() - begin);
        assertEinval(other::close);
        assertEinval(() -> other.setPages(new long[] {memory.iova}, new int[] {4096}, 1, 0));
    }

    @Test
    void shouldGrantNoAccessAfterDeregistration() {
        setPage(0);
        register(region.key(), Access.REMOTE_READ);
        final int key = region.key();
        region.close();
        readWith(0, 10, key);
        client.expect("1:REM_ACCESS_ERR");
    }

    private void setPage(final int page) {
        region.setPages(new long[] {memory.iova + page * 4096L}, new int[] {4096}, 1, 0);
    }

    private List<String> register(final int key, final int access) {
        server.post(sends -> sends.registerMemory(1, SIGNALED, region, key, access));
        pair.simulation.run();
        return server.completions();
    }

    private void read(final long address, final int length) {
        readWith(address, length, region.key());
    }

    private void readWith(final long address, final int length, final int key) {
        client.post(sends -> sends.rdmaRead(1, SIGNALED, address, key), sink.iova, length, LKEY);
        pair.simulation.run();
    }

    private static void assertEinval(final Executable call) {
        assertErrno(Errno.EINVAL, call);
    }
}
