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
/**
 * FRMR pools: registration handles that are kept and used again, instead of made and destroyed each time.
 *
 * <p>{@link org.rpcrdma.frmr.FrmrPools} holds the pools of one device, or of one protection domain; a
 * {@link org.rpcrdma.frmr.FrmrDriver} makes and destroys the handles.
 * {@link org.rpcrdma.frmr.FastRegisterDriver} is the driver whose handles are fast-register regions.
 * {@link org.rpcrdma.frmr.FrmrAdministration} makes a device's pools visible to administration from outside.
 */
package org.rpcrdma.frmr;
