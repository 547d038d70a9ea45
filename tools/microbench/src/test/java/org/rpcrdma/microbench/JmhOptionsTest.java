// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.runner.options.CommandLineOptions;

class JmhOptionsTest {
    @Test
    void shouldReadTheOptionsOfJmh() {
        final CommandLineOptions options = JmhMicrobenchmarks.options(List.of("-f", "1", "-wi", "2"));
        assertEquals(1, options.getForkCount().get());
        assertEquals(2, options.getWarmupIterations().get());
        assertTrue(JmhMicrobenchmarks.options(List.of("-h")).shouldHelp());
    }

    @ParameterizedTest
    @CsvSource({
        "-zz 3, z is not a recognized option",
        "-f x, Cannot parse argument 'x' of option f",
        "-bm nope, 'Unable to parse benchmark mode: \"nope\"'",
        "ArenaPair -f 1, a pattern must precede the options: ArenaPair",
    })
    void shouldRefuseWhatJmhDoesNotKnow(final String words, final String message) {
        final Exception refused = assertThrows(
                IllegalArgumentException.class, () -> JmhMicrobenchmarks.options(List.of(words.split(" "))));
        assertEquals(message, refused.getMessage().lines().findFirst().orElseThrow());
    }
}
