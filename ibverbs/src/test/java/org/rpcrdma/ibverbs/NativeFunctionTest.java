// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.ibverbs.library.NativeFunction;
import org.rpcrdma.verbs.ProtectionDomain;

/** Tests how the results of C functions are interpreted. */
class NativeFunctionTest extends DriverTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0, 0",
        "0, 22, 0",
        "16, 0, 16",
        "16, 22, 16",
        "-1, 22, 22",
        "-1, 0, 5",
        "-22, 0, 22",
        "-22, 16, 22",
        "-4095, 0, 4095",
        "-4096, 22, 5",
        "-2147483648, 22, 5"
    })
    void shouldReportTheErrnoOfEveryResult(final int result, final int set, final int errno) {
        assertEquals(errno, NativeFunction.errno(result, set));
    }

    /** A driver that returns -EINVAL has failed, whatever the value of errno. */
    @Test
    void shouldNotMistakeANegatedErrnoForSuccess() {
        final ProtectionDomain domain = fake.open().allocateProtectionDomain();
        fake.on("ibv_dealloc_pd", (a, b, c, d, e, f) -> -22);
        assertMessage("EINVAL: ibv_dealloc_pd failed: errno=22", domain::close);
    }
}
