// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.frmr.FrmrPoolStatus;

class ObjectRowsTest {
    private static final FrmrPoolStatus POOL = new KnownStatus(false, 0, 0, 0, 4096, 0, 0, 200, 0);
    private static final Map<String, Object> PLAIN = ObjectRows.of(0, "rocep8s0f0", POOL, false);
    private static final Map<String, Object> INTERNAL =
            ObjectRows.of(2, "sim2", new KnownStatus(true, -1, -1, 0x10, 16, 1, 2, 3, 4), true);

    @ParameterizedTest
    @CsvSource({
        "false, dev rocep8s0f0 key 0:1000:0:0 queue 0 in_use 0 max_in_use 200 pinned 0",
        "true, dev rocep8s0f0 key 0:1000:0:0 ats 0 access_flags 0 vendor_key 0 num_dma_blocks 4096"
                + " queue 0 in_use 0 max_in_use 200 pinned 0",
    })
    void shouldPrintTheLineOfTheTool(final boolean details, final String line) {
        assertEquals(line, ObjectRows.line(ObjectRows.of(0, "rocep8s0f0", POOL, details)));
    }

    @Test
    void shouldPrintUnsignedNumbersAndTheKernelVendorKeyIfThereIsOne() {
        assertEquals(
                "dev sim2 key ffffffffffffffff:10:ffffffff:1 ats 1 access_flags 4294967295"
                        + " vendor_key 18446744073709551615 num_dma_blocks 16 kernel_vendor_key 16"
                        + " queue 1 in_use 2 max_in_use 3 pinned 4",
                ObjectRows.line(INTERNAL));
    }

    @Test
    void shouldWriteTheMembersOfTheTool() throws JsonProcessingException {
        final ObjectMapper mapper = new ObjectMapper();
        assertEquals(
                "{\"ifindex\":0,\"ifname\":\"rocep8s0f0\",\"key\":\"0:1000:0:0\",\"queue\":0,\"in_use\":0,"
                        + "\"max_in_use\":200,\"pinned\":0}",
                mapper.writeValueAsString(PLAIN));
        assertEquals(
                "{\"ifindex\":2,\"ifname\":\"sim2\",\"key\":\"ffffffffffffffff:10:ffffffff:1\",\"ats\":1,"
                        + "\"access_flags\":4294967295,\"vendor_key\":18446744073709551615,\"num_dma_blocks\":16,"
                        + "\"kernel_vendor_key\":16,\"queue\":1,\"in_use\":2,\"max_in_use\":3,\"pinned\":4}",
                mapper.writeValueAsString(INTERNAL));
    }
}
