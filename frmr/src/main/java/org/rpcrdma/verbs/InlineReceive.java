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
package org.rpcrdma.verbs;

/**
 * Whether short payloads reach a queue pair inside of completions (scatter to CQE): of 32 bytes with completions of 64
 * bytes, of 64 with those of 128. The device does not write the buffer then: polling does.
 */
public enum InlineReceive {
    /** As the device does it by itself: for Receives, unless its environment says otherwise. */
    DEFAULT,
    /** Never ({@code MLX5DV_QP_CREATE_DISABLE_SCATTER_TO_CQE}). */
    DISABLE,
    /** For Receives and for the answers to this side's reads ({@code MLX5DV_QP_CREATE_ALLOW_SCATTER_TO_CQE}). */
    ALLOW
}
