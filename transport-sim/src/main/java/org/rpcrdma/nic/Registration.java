// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import org.rpcrdma.frmr.FrmrPools;
import org.rpcrdma.nic.cost.RegistrationDesign;

/** What a device registers memory with, put together for one {@link RegistrationDesign}. */
final class Registration {
    private final RegistrationStatistics statistics = new RegistrationStatistics();
    private final MkeyDriver driver;
    private final FrmrPools pools;
    private final MkeySource mkeys;
    private final Registrar registrar;

    Registration(final SimulatedDevice device, final RegistrationDesign design) {
        final MkeyCommands commands = new MkeyUnit(device, device.keys(), statistics);
        final long begin = device.processor().nanoTime();
        driver = new MkeyDriver(commands);
        pools = new FrmrPools(driver, device.processors().newProcessor());
        mkeys = design == RegistrationDesign.FRMR_POOLS ? new PooledMkeys(pools) : new PreallocatedMkeys(driver);
        registrar = new Registrar(device, commands, mkeys, statistics);
        statistics.startNanos = device.processor().nanoTime() - begin;
    }

    RegistrationStatistics statistics() {
        return statistics;
    }

    /** Ageing runs on a processor of its own, as the kernel's work queue does. */
    FrmrPools pools() {
        return pools;
    }

    Registrar registrar() {
        return registrar;
    }

    void close() {
        mkeys.close();
        driver.close();
    }
}
