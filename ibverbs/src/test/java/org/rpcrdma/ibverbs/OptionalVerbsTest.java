// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.rpcrdma.testkit.Refusals.assertErrno;
import static org.rpcrdma.verbs.extended.ExtendedMemoryRegion.CHANGE_ACCESS;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.MemoryRegionAttributes;
import org.rpcrdma.verbs.extended.ReregisterError;
import org.rpcrdma.verbs.extended.ReregisterException;

/** Tests regions whose memory does not belong to the process. */
class OptionalVerbsTest extends DriverTest {

    @Test
    void shouldRegisterADmaBuffer() {
        final List<Long> asked = new ArrayList<>();
        fake.on("ibv_reg_dmabuf_mr", (pd, offset, length, iova, fd, access) -> {
            asked.addAll(List.of(offset, length, iova, fd & 0xffff_ffffL, access & 0xffff_ffffL));
            final long created = fake.object();
            Native.setInt(created + 36, 0x11);
            Native.setInt(created + 40, 0x22);
            return created;
        });
        open();
        final ExtendedMemoryRegion region = domain.registerMemory(new MemoryRegionAttributes(
                4096,
                Access.LOCAL_WRITE,
                OptionalLong.empty(),
                OptionalLong.of(8192),
                OptionalInt.of(3),
                OptionalLong.of(4096)));
        assertEquals(List.of(4096L, 4096L, 8192L, 3L, 1L), asked);
        assertEquals(8192, region.iova());
        assertEquals(0x11, region.lkey());
        assertEquals(0x22, region.rkey());
        assertEquals(0, region.address());
        assertEquals(
                ReregisterError.INPUT,
                assertThrows(ReregisterException.class, () -> region.reregister(CHANGE_ACCESS, null, 0, 0, 1))
                        .error());
        final MemoryWindow window = domain.allocateMemoryWindow(MemoryWindow.TYPE_1);
        assertErrno(Errno.EOPNOTSUPP, () -> queuePair.bindMemoryWindow(window, 1, 0, region, 0, 1, Access.REMOTE_READ));
        region.close();
        assertErrno(Errno.EINVAL, region::lkey);
    }
}
