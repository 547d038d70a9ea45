// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertSays;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrmrKeyTest {
    @Test
    void shouldOrderAsLinuxByAtsThenSignedFlagsThenUnsignedVendorKeysThenBlocks() {
        final List<FrmrKey> ascending = List.of(
                new FrmrKey(false, -1, 0, 0, 0),
                new FrmrKey(false, 0, 0, 0, 1),
                new FrmrKey(false, 0, 0, 0, 2),
                new FrmrKey(false, 0, 0, 1, 0),
                new FrmrKey(false, 0, 0, -1, 0),
                new FrmrKey(false, 0, 1, 0, 0),
                new FrmrKey(false, 0, -1, 0, 0),
                new FrmrKey(false, 1, 0, 0, 0),
                new FrmrKey(true, 0, 0, 0, 0));
        final List<FrmrKey> shuffled = new ArrayList<>(ascending);
        Collections.reverse(shuffled);
        Collections.sort(shuffled);
        assertEquals(ascending, shuffled);
    }

    @ParameterizedTest
    @CsvSource({
        "8, 8, true",
        "8, 5, true",
        "8, 4, false",
        "8, 9, false",
        "7, 4, true",
        "1, 1, true",
        "2, 1, false",
        "1, 0, false",
        "0, 0, true",
        "0, 1, false",
        "9223372036854775807, 4611686018427387904, true",
        "9223372036854775807, 1, false",
    })
    void shouldServeFromMoreThanHalfItsBlocksToAll(final long pool, final long request, final boolean serves) {
        assertEquals(serves, FrmrKey.of(1, pool).serves(FrmrKey.of(1, request)));
    }

    @Test
    void shouldNotServeOtherProperties() {
        final FrmrKey key = new FrmrKey(false, 1, 2, 3, 8);
        assertTrue(key.serves(new FrmrKey(false, 1, 2, 3, 8)));
        assertFalse(key.serves(new FrmrKey(true, 1, 2, 3, 8)));
        assertFalse(key.serves(new FrmrKey(false, 3, 2, 3, 8)));
        assertFalse(key.serves(new FrmrKey(false, 1, 0, 3, 8)));
        assertFalse(key.serves(new FrmrKey(false, 1, 2, 0, 8)));
    }

    @Test
    void shouldRefuseNegativeBlocks() {
        assertSays(IllegalArgumentException.class, "dmaBlocks=-1", () -> FrmrKey.of(0, -1));
    }
}
