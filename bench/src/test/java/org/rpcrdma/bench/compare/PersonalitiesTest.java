// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.bench.StandInProvider;
import org.rpcrdma.rnic.config.Personality;

class PersonalitiesTest {
    @ParameterizedTest
    @CsvSource({"rdma_rxe, RXE", "mlx5_core, MLX5", "mlx5_core.sf, MLX5", "mlx4_core, SPEC", "bnxt_en, SPEC"})
    void shouldBeThatOfTheDriver(final String driver, final Personality personality) {
        assertEquals(personality, Personalities.ofDriver(driver));
    }

    /**
     * The stand-ins report their drivers. A device that does not exist has no driver, even if it is named like a
     * soft-RoCE device.
     */
    @Test
    void shouldNotTakeANameForADriver() {
        assertEquals(Personality.RXE, Personalities.ofDevice(StandInProvider.NAME));
        assertEquals(Personality.MLX5, Personalities.ofDevice(StandInProvider.NIC_NAME));
        assertEquals(Personality.SPEC, Personalities.ofDevice("rxe99"));
        assertEquals(Personality.SPEC, Personalities.ofDevice("mlx5_99"));
    }

    @Test
    void shouldDistinguishDevicesOfSoftwareFromNicsByTheDriver() {
        assertTrue(Personalities.isSoftware(StandInProvider.NAME));
        assertTrue(Personalities.isSoftware("udp:127.0.0.1"));
        assertFalse(Personalities.isSoftware(StandInProvider.NIC_NAME));
        assertFalse(Personalities.isSoftware("rxe99"));
        assertTrue(Personalities.isUdp("udp:127.0.0.1"));
        assertFalse(Personalities.isUdp(StandInProvider.NAME));
    }
}
