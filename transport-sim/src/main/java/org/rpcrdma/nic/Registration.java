/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.nic;

import org.rpcrdma.frmr.FrmrPools;

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
        pools = new FrmrPools(driver, new Processor(device));
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
