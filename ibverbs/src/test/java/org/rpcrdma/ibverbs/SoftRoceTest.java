// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.ibverbs.region.IbvMemoryWindow;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.PostException;
import org.rpcrdma.verbs.SendRequests;

/** Tests the cases in which the kernel's software device and its provider differ from the library's documentation. */
class SoftRoceTest extends DriverTest {
    private static final int SOFT_ROCE = 0xffffff;

    /** rxe reports the value that otherwise means a valid checksum. */
    @ParameterizedTest
    @CsvSource({
        "0xffffff, 4, 8",
        "0xffffff, 6, 10",
        "0xffffff, 8, 8",
        "0xffffff, 2, 2",
        "0x02c9, 4, 4",
        "0x02c9, 8, 8",
        "0, 4, 4"
    })
    void shouldTranslateOnlyItsInvalidationFlag(final String vendor, final int reported, final int told) {
        fake.onQueryDevice(4096, 0, Integer.decode(vendor));
        assertEquals(told, fake.open().context().granted().flags(reported));
    }

    /**
     * rxe's provider uses the key in a window's structure to identify the window, and the caller must update this key.
     */
    @Test
    void shouldAdvanceWindowKeysWhenTheirBindsArePosted() {
        fake.onQueryDevice(4096, 0, SOFT_ROCE);
        open();
        fake.op(FakeVerbs.ALLOC_MW, (pd, type, c, d, e, f) -> {
            final long window = fake.object();
            Native.setInt(window + 16, 0x700);
            return window;
        });
        final MemoryRegion region = domain.registerMemory(4096, 4096, 4096, Access.LOCAL_WRITE | Access.MW_BIND);
        final List<MemoryWindow> windows = List.of(
                domain.allocateMemoryWindow(MemoryWindow.TYPE_2), domain.allocateMemoryWindow(MemoryWindow.TYPE_2));
        final SendRequests chain = device.newSendRequests(4, 1);
        chain.send(1, 0);
        for (final MemoryWindow window : windows) {
            chain.bindMemoryWindow(2, 0, window, 0x701, region, 4096, 10, Access.REMOTE_READ);
        }
        assertEquals(0x700, structKey(windows.get(0)), "not before it is posted");
        fake.op(FakeVerbs.POST_SEND, (qp, first, bad, d, e, f) -> {
            Native.setLong(bad, Native.getLong(Native.getLong(first + 8) + 8));
            return 12;
        });
        assertThrows(PostException.class, () -> queuePair.postSend(chain));
        assertEquals(0x701, structKey(windows.get(0)), "posted before the refused request");
        assertEquals(0x700, structKey(windows.get(1)));
        fake.op(FakeVerbs.POST_SEND, (qp, first, bad, d, e, f) -> 0);
        queuePair.postSend(chain);
        assertEquals(0x701, structKey(windows.get(1)));
        assertEquals(0x700, windows.get(1).rkey(), "the key of its allocation");
    }

    /** rxe's provider reads the region's local key even if no region is given. */
    @Test
    void shouldCloseWindowsWithARegionWithoutAKey() {
        fake.onQueryDevice(4096, 0, SOFT_ROCE);
        open();
        final MemoryWindow window = domain.allocateMemoryWindow(MemoryWindow.TYPE_1);
        fake.op(FakeVerbs.BIND_MW, (qp, bound, bind, d, e, f) -> Native.getInt(Native.getLong(bind + 16) + 36));
        queuePair.bindMemoryWindow(window, 8, 0, null, 0, 0, 0);
    }

    private static int structKey(final MemoryWindow window) {
        return Native.getInt(((IbvMemoryWindow) window).pointer() + 16);
    }
}
